import { IconX } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { Resource } from '#domain/table/resource';
import type { SearchCondition } from '#domain/table/resource-query';
import { operatorsOf, valueFormOf } from '#domain/table/search-operators';
import { selectIsNewest, type DraftCondition, type SearchDraftRef } from '#machines/table/search-draft.logic';
import { t } from '../../base/i18n.ts';
import { fieldLabel } from '../resource-texts.ts';
import { operatorText } from './operator-text.ts';
import { boxName, isTimeField } from './search-conditions.ts';
import classes from './search.module.css';
import { SearchInput } from './SearchInput.tsx';

interface ConditionBoxProps {
  readonly actor: SearchDraftRef;
  readonly resource: Resource;
  /** Key of its group. */
  readonly group: number;
  readonly condition: DraftCondition;
  /** The condition that the list is filtered by, if there is one of this field. */
  readonly inForce: SearchCondition | undefined;
  readonly isRemovable: boolean;
}

/** One condition: its input, and above it by what it compares, where there is a choice. */
export function ConditionBox({ actor, resource, group, condition, inForce, isRemovable }: ConditionBoxProps) {
  const { field: key, operator } = condition;
  const isNewest = useSelector(actor, selectIsNewest(group, key));
  const field = resource.fields[key];
  if (!field) return null;
  const name = fieldLabel(resource, key);
  const operators = [...new Set([...operatorsOf(field), operator])];
  const form = valueFormOf(operator);
  const scope = group === 0 ? ('search' as const) : (`search${group}` as const);
  const isWide = isTimeField(field) && form === 'bounds';
  return (
    <div ref={isNewest ? focusInside : undefined} className={classes.condition} data-wide={isWide || undefined}>
      <SearchInput
        // An input of another form is another one; what was typed stays where only the comparison changes.
        key={form}
        of={{ resource, key, field, scope }}
        operator={operator}
        name={boxName(group, key)}
        value={inForce && valueFormOf(inForce.operator) === form ? inForce.value : ''}
      />
      <span className={classes.how}>
        {operators.length > 1 && (
          <select
            className={classes.operator}
            aria-label={t('search.operator', { name })}
            data-changed={operator !== operators[0] || undefined}
            value={operator}
            onChange={({ currentTarget: { value } }) =>
              actor.send({
                type: 'draft.operatorChosen',
                key: group,
                condition: { field: key, operator: operators.find((one) => one === value) ?? operator },
              })
            }
          >
            {operators.map((one) => (
              <option key={one} value={one}>
                {operatorText(field, one)}
              </option>
            ))}
          </select>
        )}
        {isRemovable && (
          <button
            type="button"
            className={classes.drop}
            aria-label={t('resources.kit.search.remove', { name })}
            onClick={() => actor.send({ type: 'draft.conditionRemoved', key: group, field: key })}
          >
            <IconX size={14} aria-hidden />
          </button>
        )}
      </span>
    </div>
  );
}

/** Whoever asks for a condition goes on by filling it in. */
function focusInside(box: HTMLElement | null): void {
  box?.querySelector<HTMLElement>('input:not([type="hidden"]), select, button')?.focus();
}
