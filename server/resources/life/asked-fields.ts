import { settersOf, type Condition, type Life } from '#domain/life/life';

/** The fields that conditions and effects of a life name: what a record is judged by. */
export const askedFields = (life: Life): ReadonlySet<string> =>
  new Set([
    life.field,
    ...Object.values(life.conditions).flatMap(fieldsIn),
    ...settersOf(life).flatMap(({ to }) => ('field' in to ? [to.field] : [])),
  ]);

function fieldsIn(condition: Condition): readonly string[] {
  if ('not' in condition) return fieldsIn(condition.not);
  if ('all' in condition || 'any' in condition) return ('all' in condition ? condition.all : condition.any).flatMap(fieldsIn);
  if ('of' in condition) return [condition.of];
  if (!('field' in condition)) return [];
  return 'other' in condition ? [condition.field, condition.other] : [condition.field];
}
