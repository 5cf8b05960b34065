import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Fragment } from 'react';
import type { Resource } from '#domain/table/resource';
import { groupsOf, type SearchCondition } from '#domain/table/resource-query';
import { selectQuery, selectRows, type CollectionRef } from '#machines/table/collection.selectors';
import { t } from '../../base/i18n.ts';
import { fieldLabel } from '../resource-texts.ts';
import { conditionText } from './condition-text.ts';
import classes from './search.module.css';

interface FilterChipsProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
  /** Where the section says a value better than its declaration can. */
  readonly wordsOf?: ((condition: SearchCondition) => string | undefined) | undefined;
}

/** The conditions in force, each removable by itself; nothing is filtered out of sight. */
export function FilterChips({ collection, resource, wordsOf }: FilterChipsProps) {
  const groups = groupsOf(useSelector(collection, selectQuery));
  const rows = useSelector(collection, selectRows);
  if (groups.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t('resources.kit.search.active')}>
      {groups.map((group, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a group is nothing but its place
        <Fragment key={index}>
          {index > 0 && <li className={classes.chipOr}>{t('search.or')}</li>}
          {group.map((condition) => (
            <Chip
              key={condition.field}
              name={fieldLabel(resource, condition.field)}
              value={wordsOf?.(condition) ?? conditionText(resource, condition, rows)}
              onRemove={() => collection.send({ type: 'collection.filterRemoved', field: condition.field, group: index })}
            />
          ))}
        </Fragment>
      ))}
      <li>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={({ currentTarget }) => {
            currentTarget.closest('main')?.focus();
            collection.send({ type: 'collection.filtersCleared' });
          }}
        >
          {t('resources.kit.states.clearFilters')}
        </Button>
      </li>
    </ul>
  );
}

interface ChipProps {
  readonly name: string;
  readonly value: string;
  readonly onRemove: () => void;
}

/** The button goes with its condition: the keyboard goes on at the next one, and with the last one, as with all of them, in the page. */
function focusNext(button: HTMLElement): void {
  const buttons = [...(button.closest('ul')?.querySelectorAll('button') ?? [])];
  const next = buttons.length > 2 ? buttons[buttons.indexOf(button as HTMLButtonElement) + 1] : button.closest('main');
  next?.focus();
}

const Chip = ({ name, value, onRemove }: ChipProps) => (
  <li className={classes.chip}>
    <span className={classes.chipName}>{name}</span>
    <span className={classes.chipValue}>{value}</span>
    <button
      type="button"
      className={classes.chipRemove}
      aria-label={t('resources.kit.search.remove', { name })}
      onClick={({ currentTarget }) => {
        focusNext(currentTarget);
        onRemove();
      }}
    >
      <IconX size={14} aria-hidden />
    </button>
  </li>
);
