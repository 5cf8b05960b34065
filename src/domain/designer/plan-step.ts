import type { ColumnShape } from './column-shape.ts';
import type { Renames } from './section-design.ts';
import { ident } from './sql-names.ts';

/**
 * What a step can do to what is stored: nothing; it asks for a value for rows that are there; rows can stand against it; values that do
 * not fit can be lost; it takes values away, which wait for a while.
 */
export type StepClass = 'safe' | 'needsValue' | 'mayRefuse' | 'mayLose' | 'loses';

export type StepKind =
  /** Something that was changed by hand: whether it is taken over or put back, and what that needs. */
  | 'settle'
  | 'createTable'
  | 'renameTable'
  | 'dropTable'
  | 'dropObject'
  | 'dropColumn'
  | 'renameColumn'
  | 'renameObjects'
  | 'widen'
  | 'changeType'
  | 'setDefault'
  | 'dropNotNull'
  | 'setNotNull'
  | 'addColumn'
  | 'bringBack'
  | 'setOptions'
  | 'addObject'
  /** A column that stands becomes what a field wants, with its values. */
  | 'adopt'
  /** A table that stands gets its key. */
  | 'adoptKey'
  /** The life of the records: there is one from here on, it is another one, or there is none any more. */
  | 'setLife'
  | 'dropLife'
  /** Nobody sends the event any more, or somebody else has to approve it: what is asked for is asked for no more. */
  | 'dropEvent'
  /** A time is counted otherwise. */
  | 'setDelay'
  /** More has to hold in a state than before. */
  | 'setHolds'
  /** A column that is no field may be left out by those who write. */
  | 'loosen';

/**
 * What becomes of values that stand against a step. `keep`: as `empty`, and the old column waits with them. Of what was changed by hand:
 * `takeOver` makes the design follow, `putBack` the table.
 */
export type StepAct = 'refuse' | 'empty' | 'keep' | 'value' | 'putBack' | 'takeOver';

export interface Choice {
  readonly act: StepAct;
  /** For rows that have none; with `value`. */
  readonly value?: string | undefined;
}

/** By the id of the step. */
export type Choices = Readonly<Record<string, Choice>>;

export interface Step {
  /** Such as `dropColumn:colour`; choices and screens name steps by it. */
  readonly id: string;
  readonly kind: StepKind;
  readonly class: StepClass;
  /** The column, or the table, that it speaks of; the new name where there are two. */
  readonly subject: string;
  /** Further words for people: the old name, the new type, the columns of an index. */
  readonly detail: string;
  /** In order; what stands in a step is done whole or not at all. */
  readonly sql: readonly string[];
  /** What leads back, in order; steps are taken back from the last to the first. */
  readonly inverse: readonly string[];
  /** A condition on the table's rows as they are just before the step: those that it speaks of. */
  readonly concerns?: string;
  /** The same of those whose value reads otherwise afterwards. */
  readonly converts?: string;
  /** The same of those whose value comes back from a column that waits. */
  readonly returns?: string;
  /** The same of those that stop it: the plan is refused while there is one. */
  readonly stops?: string;
  /** What one may choose, the first where nobody has. */
  readonly acts: readonly StepAct[];
  /** A column that is kept from here on, and under which name. */
  readonly keeps?: { readonly column: string; readonly as: string; readonly shape: ColumnShape };
  /** A kept column that is in use again. */
  readonly brings?: string;
}

/** How many rows a step speaks of. @param table with the name that it has when the step runs */
export const countSql = (table: string, condition: string): string =>
  `select count(*)::int as rows from ${ident(table)} where ${condition}`;

/** The first of them. */
export const examplesSql = (table: string, condition: string): string =>
  `select id from ${ident(table)} where ${condition} order by id limit 20`;

/** A step that nobody has to think about. */
export const safeStep = (step: Pick<Step, 'id' | 'kind' | 'subject' | 'sql' | 'inverse'> & Partial<Step>): Step => ({
  class: 'safe',
  detail: '',
  acts: [],
  ...step,
});

/** A column that was dropped and still waits. */
export interface KeptColumn {
  /** Under which name it waits. */
  readonly as: string;
  readonly shape: ColumnShape;
}

export interface PlanOptions {
  readonly renames?: Renames;
  /** Names what is kept: `gone_<name>_<revision>`. */
  readonly revision: number;
  readonly choices?: Choices;
  /** Columns that are brought back with their values where the new shape has them again. */
  readonly kept?: readonly KeptColumn[];
}

/** The column that an old one is now; nothing where it is gone. */
export type NewName = (old: string) => string | undefined;
