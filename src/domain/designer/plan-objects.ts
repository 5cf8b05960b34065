import { safeStep, type Choices, type NewName, type PlanOptions, type Step } from './plan-step.ts';
import type { Renames } from './section-design.ts';
import { ident, literal } from './sql-names.ts';
import { addStatements, dropStatements, objectsOf, offenders, renameStatements, type TableObject } from './table-objects.ts';
import type { ColumnShape, StoredTableShape } from './column-shape.ts';
import { isConverted } from './plan-conversion.ts';

const own = ({ kind, columns, detail }: TableObject): string => [kind, columns.join(','), kind === 'tree' ? '' : detail].join(' ');

interface Steps {
  readonly dropped: readonly Step[];
  readonly renamed: readonly Step[];
  readonly added: (options: PlanOptions) => readonly Step[];
}

/** What a table has beside its columns: what stays the same is renamed at most, the rest goes before the columns change and comes after. */
export function planObjects(from: StoredTableShape, to: StoredTableShape, newName: NewName, choices: Choices): Steps {
  const converted = new Set(
    from.columns.flatMap((column) => {
      const now = to.columns.find(({ name }) => name === newName(column.name));
      return now && isConverted(column, now) ? [now.name] : [];
    }),
  );
  /** What it says in the new names; null where it says something that is gone. */
  const saying = ({ kind, columns, detail }: TableObject): string | null => {
    const names = columns.map(newName);
    if (names.some((name) => name === undefined || converted.has(name))) return null;
    return [kind, names.join(','), kind === 'tree' ? '' : detail].join(' ');
  };

  const before = objectsOf(from);
  const wanted = new Map(objectsOf(to).map((object) => [own(object), object]));
  const stays = new Map<TableObject, TableObject>();
  const taken = new Set(before.map(({ name }) => name));
  for (const object of before) {
    const now = wanted.get(saying(object) ?? '');
    // Where the new name is still that of another, it is made anew instead.
    if (now && (now.name === object.name || !taken.has(now.name))) stays.set(object, now);
  }
  const kept = new Set(stays.values());
  const dropped = before.filter((object) => !stays.has(object));
  const added = [...wanted.values()].filter((object) => !kept.has(object));
  return {
    dropped: dropped.map((object) => dropStep(object, from, to.table)),
    renamed: renameStep(to.table, stays),
    added: ({ renames }) => [
      ...added.filter(({ kind }) => kind === 'check').flatMap((object) => checkStep(object, from, to, newName, renames, choices)),
      ...itemSteps(from, to, newName, renames, choices),
      ...added.filter(({ kind }) => kind !== 'check').map((object) => addStep(object, from, to, newName, converted)),
    ],
  };
}

const idOf = (kind: string, { kind: of, columns }: TableObject): string => `${kind}:${of}:${columns.join(',')}`;

/** The columns have their old names yet, and the table its new one. */
function dropStep(object: TableObject, from: StoredTableShape, table: string): Step {
  const named = object.kind === 'foreignKey' && object.detail === from.table ? { ...object, detail: table } : object;
  return safeStep({
    id: idOf('dropObject', object),
    kind: 'dropObject',
    subject: object.columns.join(', '),
    detail: object.kind,
    sql: dropStatements(table, object),
    inverse: [...withoutStrangers(table, named, from), ...addStatements(table, named)],
  });
}

/** Where a field named any number meanwhile, those that are no record's are taken out before it names records again. */
function withoutStrangers(table: string, object: TableObject, { columns }: StoredTableShape): readonly string[] {
  const [name = ''] = object.columns;
  const strangers = object.kind === 'foreignKey' ? offenders(table, object) : null;
  const mayBeNone = columns.some((column) => column.name === name && column.isNullable);
  return strangers === null || !mayBeNone ? [] : [`update ${ident(table)} set ${ident(name)} = null where ${strangers}`];
}

function renameStep(table: string, stays: ReadonlyMap<TableObject, TableObject>): readonly Step[] {
  const pairs = [...stays].filter(([from, to]) => from.name !== to.name);
  if (pairs.length === 0) return [];
  return [
    safeStep({
      id: 'renameObjects',
      kind: 'renameObjects',
      subject: table,
      sql: pairs.flatMap(([from, to]) => renameStatements(table, from, to)),
      inverse: pairs.flatMap(([from, to]) => renameStatements(table, to, from)),
    }),
  ];
}

const addPlainly = (table: string, object: TableObject): Step =>
  safeStep({
    id: idOf('addObject', object),
    kind: 'addObject',
    subject: object.columns.join(', '),
    detail: object.kind,
    sql: addStatements(table, object),
    inverse: dropStatements(table, object),
  });

function addStep(
  object: TableObject,
  from: StoredTableShape,
  to: StoredTableShape,
  newName: NewName,
  converted: ReadonlySet<string>,
): Step {
  const concerns = offenders(to.table, object);
  const plain = addPlainly(to.table, object);
  const old = new Set(from.columns.flatMap(({ name }) => newName(name) ?? []));
  if (concerns === null) return plain;
  // Columns that are new hold nothing yet that could stand against it, but where all rows are given one value.
  const isFilled = to.columns.some(({ name, isNullable }) => object.columns.includes(name) && !isNullable);
  const isOfValues = object.kind === 'unique' || (object.kind === 'foreignKey' && isFilled);
  const isSafe = !isOfValues && !object.columns.some((name) => old.has(name) || converted.has(name));
  return {
    ...plain,
    ...(!isSafe && { class: 'mayRefuse', concerns, stops: concerns, acts: ['refuse'] }),
  };
}

const renamedOptions = (column: string, renames: Renames | undefined): Readonly<Record<string, string>> => renames?.options[column] ?? {};

/** Gives options their new names. @returns nothing where none has one */
function moveOptions(table: string, column: string, moved: Readonly<Record<string, string>>, isBack = false): readonly string[] {
  const pairs = Object.entries(moved).map(([old, own]) => (isBack ? [own, old] : [old, own]) as readonly [string, string]);
  if (pairs.length === 0) return [];
  const name = ident(column);
  const cases = pairs.map(([old, own]) => `when ${literal(old)} then ${literal(own)}`).join(' ');
  return [
    `update ${ident(table)} set ${name} = case ${name} ${cases} else ${name} end where ${name} in (${pairs.map(([old]) => literal(old)).join(', ')})`,
  ];
}

/** What is none of the options becomes what the column has where nobody says anything. */
const withinOptions = (table: string, { name, options, default: value }: ColumnShape): readonly string[] =>
  options === null
    ? []
    : [`update ${ident(table)} set ${ident(name)} = ${value ?? "''"} where ${ident(name)} not in (${options.map(literal).join(', ')})`];

/** What a text may be: the options that are new, and what becomes of rows with one that is gone. */
function checkStep(
  object: TableObject,
  from: StoredTableShape,
  to: StoredTableShape,
  newName: NewName,
  renames: Renames | undefined,
  choices: Choices,
): readonly Step[] {
  const [name = ''] = object.columns;
  const now = to.columns.find((column) => column.name === name);
  const before = from.columns.find((column) => newName(column.name) === name);
  const plain = addPlainly(to.table, object);
  // Whatever comes into a new column is one of its options.
  if (!now?.options || !before || isConverted(before, now) || now.storage === 'list') return [plain];
  const moved = renamedOptions(name, renames);
  const id = `setOptions:${name}`;
  const gone = before.options?.filter((option) => !now.options?.includes(moved[option] ?? option)) ?? null;
  const { act, value: chosen } = choices[id] ?? {};
  const isGiven = act === 'value' && chosen !== undefined && now.options.includes(chosen);
  const isEmptied = act === 'empty' || isGiven;
  const filled = isGiven ? literal(chosen) : (now.default ?? "''");
  const condition = `${ident(name)} not in (${[...now.options, ...Object.keys(moved)].map(literal).join(', ')})`;
  return [
    {
      ...plain,
      id,
      kind: 'setOptions',
      subject: name,
      detail: now.options.join(', '),
      class: gone === null || gone.every((option) => option === '') ? (gone?.length === 0 ? 'safe' : 'mayRefuse') : 'loses',
      concerns: condition,
      ...(gone?.length !== 0 && !isEmptied && { stops: condition }),
      acts: gone?.length === 0 ? [] : ['refuse', 'empty', 'value'],
      sql: [
        ...moveOptions(to.table, name, moved),
        ...(isEmptied ? [`update ${ident(to.table)} set ${ident(name)} = ${filled} where ${condition}`] : []),
        ...plain.sql,
      ],
      inverse: [...plain.inverse, ...moveOptions(to.table, name, moved, true), ...withinOptions(to.table, { ...before, name })],
    },
  ];
}

const cases = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.length === 0 ? 'item' : `case item ${pairs.map(([a, b]) => `when ${literal(a)} then ${literal(b)}`).join(' ')} else item end`;

/** Several options of one list: the database does not judge its items, people are told all the same. */
function itemSteps(
  from: StoredTableShape,
  to: StoredTableShape,
  newName: NewName,
  renames: Renames | undefined,
  choices: Choices,
): readonly Step[] {
  return to.columns.flatMap((now) => {
    const before = from.columns.find((column) => newName(column.name) === now.name);
    if (!before?.options || !now.options || now.storage !== 'list' || before.storage !== 'list') return [];
    const moved = renamedOptions(now.name, renames);
    const gone = before.options.filter((option) => !now.options?.includes(moved[option] ?? option));
    if (gone.length === 0 && Object.keys(moved).length === 0) return [];
    const [id, name] = [`setOptions:${now.name}`, ident(now.name)];
    const isEmptied = choices[id]?.act === 'empty';
    const within = (options: readonly string[]) => `${name} ?| array[${options.map(literal).join(', ')}]::text[]`;
    const rewrite = (pairs: readonly (readonly [string, string])[], without: readonly string[]) =>
      `update ${ident(to.table)} set ${name} = coalesce((select jsonb_agg(${cases(pairs)} order by place) from jsonb_array_elements_text(${name})
        with ordinality as items (item, place)${without.length === 0 ? '' : ` where item not in (${without.map(literal).join(', ')})`}), '[]')
        where ${within([...pairs.map(([a]) => a), ...without])}`;
    const pairs = Object.entries(moved);
    const drops = isEmptied ? gone : [];
    return [
      {
        ...safeStep({
          id,
          kind: 'setOptions',
          subject: now.name,
          detail: now.options.join(', '),
          sql: pairs.length + drops.length === 0 ? [] : [rewrite(pairs, drops)],
          inverse:
            pairs.length === 0
              ? []
              : [
                  rewrite(
                    pairs.map(([a, b]) => [b, a] as const),
                    [],
                  ),
                ],
        }),
        ...(gone.length > 0 && {
          class: 'loses',
          concerns: within(gone),
          ...(!isEmptied && { stops: within(gone) }),
          acts: ['refuse', 'empty'],
        }),
      } satisfies Step,
    ];
  });
}
