import { isSameValue } from '../base/same-value.ts';
import { wireNameOf } from '../fields/field.ts';
import type { Life } from '../life/life.ts';
import type { Resource } from '../table/resource.ts';
import { safeStep, type Step } from './plan-step.ts';
import { ident, literal } from './sql-names.ts';

type Living = Pick<Resource, 'name' | 'table' | 'fields' | 'life'>;

/**
 * What another life does to the records that there are, beside what becomes of states with the options of their field. The steps say it and
 * count it; it is done whole, with the publishing. A time that is counted otherwise counts from the entry, as it always does.
 */
export function planLife(from: Living | null, to: Living): readonly Step[] {
  const [before, after] = [from?.life, to.life];
  if (isSameValue(before ?? null, after ?? null)) return [];
  const { name: section } = to;
  const asked = (events: readonly string[]): string =>
    `id in (select record_id from life_request where resource = ${literal(section)} and state = 'open' and event in (${events.map(literal).join(', ')}))`;
  if (!after) {
    const subject = before?.field ?? '';
    return [
      {
        ...safeStep({ id: 'dropLife', kind: 'dropLife', subject, sql: [], inverse: [] }),
        class: 'loses',
        concerns: asked(Object.keys(before?.events ?? {}).concat('')),
      },
    ];
  }
  const whole = safeStep({
    id: 'setLife',
    kind: 'setLife',
    subject: after.field,
    detail: Object.keys(after.chart.states).join(', '),
    sql: [],
    inverse: [],
  });
  if (!before || !from) return [whole];
  return [
    whole,
    ...Object.keys(before.events)
      // Nothing waits for what nobody had to approve.
      .filter((name) => before.events[name]?.second && !after.events[name]?.second)
      .map((name): Step => ({
        ...safeStep({ id: `dropEvent:${name}`, kind: 'dropEvent', subject: name, sql: [], inverse: [] }),
        class: 'loses',
        concerns: asked([name]),
      })),
    ...Object.entries(after.delays).flatMap(([name, delay]): Step[] => {
      const former = before.delays[name];
      if (!former || isSameValue(former, delay)) return [];
      const timed = (condition: string) =>
        `id in (select record_id from life_timer where resource = ${literal(section)} and name = ${literal(name)} and due_at is not null${condition})`;
      // Of those that count from entry it is known when they would be up.
      const moved =
        'seconds' in former && 'seconds' in delay
          ? ` and due_at + ${delay.seconds - former.seconds} <= extract(epoch from now())`
          : ' and false';
      return [
        {
          ...safeStep({
            id: `setDelay:${name}`,
            kind: 'setDelay',
            subject: name,
            detail: 'seconds' in delay ? String(delay.seconds) : delay.field,
            sql: [],
            inverse: [],
          }),
          class: 'mayLose',
          concerns: timed(''),
          converts: timed(moved),
        },
      ];
    }),
    ...Object.keys(after.chart.states)
      .filter((state) => isNarrowed(before, after, state))
      .map((state): Step => {
        const column = ident(wireNameOf(after.field, to.fields[after.field]));
        return {
          ...safeStep({ id: `setHolds:${state}`, kind: 'setHolds', subject: state, sql: [], inverse: [] }),
          class: 'mayRefuse',
          concerns: `${column} = ${literal(state)}`,
        };
      }),
  ];
}

/** Whether something has to hold in a state that had not, or reads otherwise by now. */
function isNarrowed(before: Life, after: Life, state: string): boolean {
  const [was, is] = [before.chart.states[state]?.meta?.holds ?? [], after.chart.states[state]?.meta?.holds ?? []];
  return (
    before.chart.states[state] !== undefined &&
    is.some((name) => !was.includes(name) || !isSameValue(before.conditions[name] ?? null, after.conditions[name] ?? null))
  );
}
