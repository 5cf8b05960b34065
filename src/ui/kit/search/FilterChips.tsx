import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { Resource } from '#domain/table/resource';
import { selectQuery, selectRows, type CollectionRef } from '#machines/table/collection-selectors';
import { t } from '../../base/i18n.ts';
import { fieldLabel } from '../resource-texts.ts';
import { conditionText } from './condition-text.ts';
import classes from './search.module.css';

interface FilterChipsProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

/** The conditions in force, each removable by itself; nothing is filtered out of sight. */
export function FilterChips({ collection, resource }: FilterChipsProps) {
  const { search } = useSelector(collection, selectQuery);
  const rows = useSelector(collection, selectRows);
  if (search.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t('resources.kit.search.active')}>
      {search.map((condition) => {
        const name = fieldLabel(resource, condition.field);
        return (
          <li key={condition.field} className={classes.chip}>
            <span className={classes.chipName}>{name}</span>
            <span className={classes.chipValue}>{conditionText(resource, condition, rows)}</span>
            <button
              type="button"
              className={classes.chipRemove}
              aria-label={t('resources.kit.search.remove', { name })}
              onClick={() => collection.send({ type: 'collection.filterRemoved', field: condition.field })}
            >
              <IconX size={14} aria-hidden />
            </button>
          </li>
        );
      })}
      <li>
        <Button variant="subtle" size="compact-sm" onClick={() => collection.send({ type: 'collection.filtersCleared' })}>
          {t('resources.kit.states.clearFilters')}
        </Button>
      </li>
    </ul>
  );
}
