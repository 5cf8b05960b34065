import { alter, EMPTIEST, givenFor, goneColumn, loosen, rename, tighten } from './alter-column.ts';
import type { ColumnShape } from './column-shape.ts';
import { safeStep, type StepAct, type KeptColumn, type PlanOptions, type Step } from './plan-step.ts';
import { ident } from './sql-names.ts';
import { changeOf, emptyColumnValue } from './value-change.ts';

const PLAIN_NUMBERS = new Set(['integer', 'record']);

/** How many characters there may be; no end of them without a length. */
export const lengthOf = (type: string): number => Number(/\((\d+)\)/u.exec(type)?.[1] ?? Infinity);
const isText = ({ storage }: ColumnShape): boolean => storage === 'text';

/** Whether values are read and written anew, instead of staying as they are. */
export function isConverted(from: ColumnShape, to: ColumnShape): boolean {
  if (from.storage === to.storage) return isText(from) && lengthOf(to.type) < lengthOf(from.type);
  return !(PLAIN_NUMBERS.has(from.storage) && PLAIN_NUMBERS.has(to.storage));
}

/** Whether values that waited can be used as they are. */
export const isAlike = (a: ColumnShape, b: ColumnShape): boolean =>
  a.name === b.name && a.type === b.type && a.storage === b.storage && (a.options ?? []).join('\0') === (b.options ?? []).join('\0');

interface Move {
  readonly table: string;
  readonly before: ColumnShape;
  readonly now: ColumnShape;
  /** Under which name the old column stands aside. */
  readonly aside: string;
  /** What rows get that have no value; null for nothing. */
  readonly empty: string | null;
  readonly keeps: boolean;
  /** The values as they once were, of the new kind. */
  readonly former?: KeptColumn | undefined;
}

/** What the old values once were, where nobody has changed them since: then they are that again. */
function formerValue({ as, shape }: KeptColumn, before: ColumnShape, current: string): { readonly same: string; readonly value: string } {
  const forward = changeOf(shape, before, ident(as)).value;
  const otherwise = before.isNullable || before.default === null ? forward : `coalesce(${forward}, ${before.default})`;
  return { same: `(${ident(as)} is not null and ${otherwise} is not distinct from ${current})`, value: ident(as) };
}

/** Values move to a column of their own, and the old one goes, or waits under the other name. */
function moveStatements({ table, before, now, aside, empty, keeps, former }: Move): readonly string[] {
  const { value } = changeOf(before, now, ident(aside));
  const once = former && formerValue(former, before, ident(aside));
  const read = once ? `case when ${once.same} then ${once.value} else ${value} end` : value;
  const filled = now.isNullable || empty === null ? read : `coalesce(${read}, ${empty})`;
  return [
    rename(table, now.name, aside),
    `alter table ${ident(table)} add column ${ident(now.name)} ${now.type}`,
    `update ${ident(table)} set ${ident(now.name)} = ${filled}`,
    ...(now.default === null ? [] : [alter(table, now.name, `set default ${now.default}`)]),
    ...(now.isNullable ? [] : [alter(table, now.name, 'set not null')]),
    ...(keeps ? loosen(table, aside, before) : [`alter table ${ident(table)} drop column ${ident(aside)}`]),
  ];
}

/** A column whose values are read and written anew. */
export function convertStep(table: string, before: ColumnShape, now: ColumnShape, { revision, choices, kept = [] }: PlanOptions): Step {
  const id = `changeType:${now.name}`;
  const choice = choices?.[id];
  const act: StepAct = choice?.act ?? 'refuse';
  const keeps = act === 'keep';
  const aside = goneColumn(before.name, revision);
  const former = kept.find(({ shape }) => isAlike(shape, now));
  const { value, unfit, converted } = changeOf(before, now, ident(now.name));
  const once = former && formerValue(former, before, ident(now.name));
  const but = (condition: string) => (once ? `(${condition}) and not ${once.same}` : condition);
  const empty = emptyColumnValue(now) ?? givenFor(now, choice);
  // Rows that had no value begin with one where the new column cannot be empty.
  const begins =
    now.isNullable || empty === null || empty !== now.default || now.storage === 'parent'
      ? 'false'
      : `(${value}) is null and not (${unfit})`;
  const lacks = now.isNullable || empty !== null ? [] : [but(`(${value}) is null`)];
  const stops = [...(act === 'refuse' ? [but(unfit)] : []), ...lacks];
  return {
    ...safeStep({
      id,
      kind: 'changeType',
      subject: now.name,
      detail: now.type,
      sql: [
        ...moveStatements({ table, before, now, aside, empty, keeps, former }),
        ...(former ? [`alter table ${ident(table)} drop column ${ident(former.as)}`] : []),
      ],
      inverse: keeps
        ? [
            `alter table ${ident(table)} drop column ${ident(now.name)}`,
            rename(table, aside, now.name),
            ...tighten(table, { ...before, name: now.name }),
          ]
        : moveStatements({
            table,
            before: now,
            now: { ...before, name: now.name },
            aside,
            empty: emptyColumnValue(before) ?? EMPTIEST[before.storage],
            keeps: false,
          }),
    }),
    class: 'mayLose',
    concerns: but(unfit),
    converts: but(`(${converted}) or (${begins})`),
    ...(stops.length > 0 && { stops: stops.map((one) => `(${one})`).join(' or ') }),
    acts: ['refuse', 'keep', 'empty'],
    ...(keeps && { keeps: { column: before.name, as: aside, shape: before } }),
    ...(former && once && { brings: former.as, returns: once.same }),
  };
}
