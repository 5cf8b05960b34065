/** A table that stands in the database, in its own words, with all that has to be known before a section may be over it. */
export interface StandingTable {
  readonly name: string;
  readonly comment: string;
  /** As the catalogue calls it: `r` is an ordinary table. */
  readonly relation: string;
  /** Whether the program may change it. */
  readonly isOwn: boolean;
  /** Whether the database shows some rows to some users alone, or rows lie in tables below it. */
  readonly isDivided: boolean;
  readonly columns: readonly StandingColumn[];
  readonly constraints: readonly StandingObject[];
  /** Those that no constraint stands on. */
  readonly indexes: readonly StandingObject[];
  readonly triggers: readonly string[];
  /** What counts up the column `id`, if anything does. */
  readonly sequence: string | null;
}

export interface StandingColumn {
  readonly name: string;
  /** As the database writes it, such as `character varying(40)`. */
  readonly type: string;
  /** Of a type that somebody has made by naming its values. */
  readonly options: readonly string[] | null;
  readonly isNullable: boolean;
  readonly default: string | null;
  readonly isIdentity: boolean;
  readonly isGenerated: boolean;
  readonly comment: string;
}

export interface StandingObject {
  readonly name: string;
  /** `p` key, `u` unique, `c` check, `f` foreign key, `x` others; of indexes `u` where they are unique, `i` where they are not. */
  readonly kind: string;
  readonly columns: readonly string[];
  /** The table whose records it names. */
  readonly references: string | null;
  /** As the database writes it. */
  readonly definition: string;
  /** Whether it is over bare columns, all rows, and in the order of a tree. */
  readonly isPlain: boolean;
}

export const keyOfTable = ({ constraints }: StandingTable): StandingObject | undefined => constraints.find(({ kind }) => kind === 'p');
