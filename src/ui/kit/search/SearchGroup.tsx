import type { Resource } from '#domain/table/resource';
import type { SearchCondition } from '#domain/table/resource-query';
import type { DraftGroup, SearchDraftRef } from '#machines/table/search-draft.logic';
import { t } from '../../base/i18n.ts';
import { ConditionBox } from './ConditionBox.tsx';
import { FieldMenu } from './FieldMenu.tsx';
import { plainCondition, searchFields } from './search-conditions.ts';
import classes from './search.module.css';

interface SearchGroupProps {
  readonly actor: SearchDraftRef;
  readonly resource: Resource;
  readonly group: DraftGroup;
  readonly index: number;
  readonly inForce: readonly SearchCondition[];
}

/** Conditions that have to hold together; from the second group on, those that somebody has asked for. */
export function SearchGroup({ actor, resource, group: { key, conditions }, index, inForce }: SearchGroupProps) {
  const isFurther = index > 0;
  const left = searchFields(resource).flatMap(([field]) => (conditions.some((one) => one.field === field) ? [] : [field]));
  return (
    <fieldset
      className={classes.group}
      aria-label={isFurther ? t('search.group', { number: index + 1 }) : t('resources.kit.search.title')}
      data-further={isFurther || undefined}
    >
      {isFurther && <span className={classes.or}>{t('search.or')}</span>}
      {conditions.map((condition) => (
        <ConditionBox
          key={condition.field}
          actor={actor}
          resource={resource}
          group={key}
          condition={condition}
          inForce={inForce.find(({ field }) => field === condition.field)}
          isRemovable={isFurther}
        />
      ))}
      {isFurther && left.length > 0 && (
        <FieldMenu
          id={`search${key}-${resource.name}-and`}
          resource={resource}
          fields={left}
          label={t('search.addCondition')}
          onChosen={(field) => actor.send({ type: 'draft.conditionAdded', key, condition: plainCondition(resource, field) })}
        />
      )}
    </fieldset>
  );
}
