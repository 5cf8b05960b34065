import type { Transaction } from 'kysely';
import type { Language } from '../../base/messages.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { ErasureMark } from '../../resources/changes/erase-records.ts';

export type MemberDataValue = string | number | boolean | null;
export type MemberDataRow = Readonly<Record<string, MemberDataValue>>;

/** In which words and on which clock somebody reads. */
export interface MemberDataReader {
  readonly language: Language;
  readonly timeZone: string;
}

/** Records that a member takes along. */
export interface MemberRecords {
  /** Names of the values, which JSON has; their titles in CSV are `archive.columns.<name>` of the server's words. */
  readonly columns: readonly string[];
  /** In portions of a few hundred, so that no query holds the database; asked once for each of the two files. */
  portions(memberId: number, reader: MemberDataReader): AsyncIterable<readonly MemberDataRow[]>;
}

/** What a feature keeps of members: how they take it along, and how it ends with their account. */
export interface MemberDataPart {
  /** Of its files in the archive, such as `sign-ins`; what it holds is said by `archive.about.<name>`. */
  readonly name: string;
  readonly records?: MemberRecords;
  /** In the transaction that ends the account. What is left under the number of the account must name nobody. */
  erase?(trx: Transaction<Tables>, memberId: number, erasure: ErasureMark): Promise<void>;
}

/** Whoever keeps something of members adds a part when it is mounted. */
export interface MemberData {
  add(part: MemberDataPart): void;
  all(): readonly MemberDataPart[];
}

export function createMemberData(): MemberData {
  const parts: MemberDataPart[] = [];
  return {
    add(part) {
      if (parts.some(({ name }) => name === part.name)) throw new Error(`There is a part ${part.name} already`);
      parts.push(part);
    },
    all: () => parts,
  };
}

/** Rows read at once: what is in memory at any time, and what no other query has to wait longer for. */
const BATCH = 500;

/** Rows of a table in the order of their ids, up to the last there is at the beginning. */
export async function* rowBatches<Row extends { readonly id: number }>(
  read: (after: number, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ;) {
    const rows = await read(after, BATCH);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.id ?? after;
  }
}
