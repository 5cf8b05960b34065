import { sql } from 'kysely';
import type { RestoreMode } from '#domain/changes/section-restore';
import type { Language } from '../../../base/messages.ts';
import type { DatabaseCopy } from '../../../db/copies/database-copy.ts';
import type { ResourceContext } from '../../../resources/base/resource-context.ts';
import type { StoredRow } from '../../../resources/base/row-codec.ts';
import type { Resources } from '../../../resources/registry.ts';
import { compareRows, compareSection, rowsOfCopy, type SectionDifference } from './compare-section.ts';
import { addressesIn, filesOfCopy, unknownAddresses, type BytesOfCopy } from './files-of-rows.ts';
import { restorable, type Restorable } from './restorable.ts';
import { type RefusedRow, type RestorePorts, type RowKind, type Written, writeRows } from './write-rows.ts';

export interface SectionWish {
  readonly section: string;
  /** Null only shows what would happen. */
  readonly mode: RestoreMode | null;
  /** Goes on without what the backup has and today's table has not. */
  readonly commonColumns: boolean;
}

export interface RestoreProgress {
  readonly restored: number;
  readonly of: number;
}

export interface SectionReport extends SectionDifference {
  readonly section: string;
  readonly left: readonly string[];
  readonly fresh: readonly string[];
  /** Null where nothing was to be written. */
  readonly done: RestoredPortions | null;
}

export interface RestoredPortions {
  readonly added: number;
  readonly changed: number;
  /** Files that came back with the rows that name them, and those whose bytes are nowhere. */
  readonly files: number;
  readonly filesGone: number;
  /** Numbers of the writes, in the order in which they were made. */
  readonly changes: readonly number[];
  readonly refused: number;
  /** Why some of them were. */
  readonly reasons: readonly string[];
}

export interface SectionRestore {
  readonly ports: RestorePorts;
  readonly resources: Pick<Resources, 'all' | 'get'>;
  readonly copy: DatabaseCopy;
  readonly bytesOf: BytesOfCopy;
  /** Of the sentences that say why rows were refused; left out, English, as at a terminal. */
  readonly language?: Language;
  readonly signal?: AbortSignal;
  readonly advance?: (progress: RestoreProgress) => void;
}

const REASONS = 20;

/**
 * Brings rows of one section back from the copy of a database, and says what it would do, or did. Rows that the copy has not are left alone.
 * Each portion is a transaction and a write of its own that the journal keeps: what is interrupted has done some of them whole, and goes
 * on where it was begun again. Why: docs/decisions/185-one-section-comes-back.md.
 * @throws Error where the section cannot come back by itself, or not from this copy
 */
export async function restoreSectionRows(work: SectionRestore, { section, mode, commonColumns }: SectionWish): Promise<SectionReport> {
  const { copy, resources } = work;
  const found = await restorable(resources, copy, section);
  const { name } = found.context.resource;
  const shown = await compareSection(copy, found, work.signal);
  const told = { section: name, ...shown, left: found.left, fresh: found.fresh };
  if (mode === null) return { ...told, done: null };
  if (found.left.length > 0 && !commonColumns)
    throw new Error(
      `The backup has columns of ${name} that today's table lacks, or has with other values: ${found.left.join(', ')}. Nothing was changed. Add --common-columns to restore the others.`,
    );
  return { ...told, done: await bringBack(work, found, mode, shown) };
}

async function bringBack(work: SectionRestore, found: Restorable, mode: RestoreMode, shown: SectionDifference): Promise<RestoredPortions> {
  const { context } = found;
  const total = shown.missing + (mode === 'changed' ? shown.changed : 0);
  const counts = { added: 0, changed: 0, files: 0, filesGone: 0 };
  const changes: number[] = [];
  let refused: RefusedRow[] = [];
  const namesItself = context.columns.parent !== undefined || context.columns.relations.some(({ of }) => of === context.resource.name);
  for (;;) {
    refused = [];
    let restored = 0;
    for await (const then of rowsOfCopy(work.copy, found)) {
      for (const kind of mode === 'changed' ? KINDS : KINDS.slice(0, 1)) {
        work.signal?.throwIfAborted();
        const portion = await bringPortion(work, found, kind, then);
        counts[kind] += portion.count;
        counts.files += portion.files;
        counts.filesGone += portion.filesGone;
        changes.push(...portion.changes);
        refused.push(...portion.refused);
        restored += portion.count;
        if (portion.count > 0) work.advance?.({ restored: counts.added + counts.changed, of: total });
      }
    }
    // What stands above others may come after them.
    if (restored === 0 || refused.length === 0 || !namesItself) break;
  }
  await raiseIds(context);
  return { ...counts, changes, refused: refused.length, reasons: refused.slice(0, REASONS).map(({ why }) => why) };
}

const KINDS: readonly RowKind[] = ['added', 'changed'];

interface Portion extends Written {
  readonly files: number;
  readonly filesGone: number;
}

const ATTACHMENTS = 'attachment';

async function bringPortion(work: SectionRestore, found: Restorable, kind: RowKind, then: readonly StoredRow[]): Promise<Portion> {
  const { ports, copy, resources, bytesOf } = work;
  const { context } = found;
  const compared = await compareRows(ports.database.kysely, found, then);
  const rows = kind === 'added' ? compared.missing : compared.changed;
  if (rows.length === 0) return { count: 0, files: 0, filesGone: 0, changes: [], refused: [] };
  if (context.resource.name === ATTACHMENTS && kind === 'added') {
    const files = await filesOfCopy(
      ports,
      copy,
      found.names,
      rows.map((row) => String(row['url'])),
      bytesOf,
    );
    const { count, changes, refused } = await writeRows(work, found, kind, files.rows, files.bytes);
    return { count, files: count, filesGone: files.gone, changes, refused };
  }
  const attachments = resources.get(ATTACHMENTS);
  const urls = await unknownAddresses(ports, addressesIn(context, rows));
  if (!attachments || urls.length === 0) return { files: 0, filesGone: 0, ...(await writeRows(work, found, kind, rows, new Map())) };
  const own = await restorable(resources, copy, ATTACHMENTS);
  const files = await filesOfCopy(ports, copy, own.names, urls, bytesOf);
  const first = await writeRows(work, own, 'added', files.rows, files.bytes);
  const { count, changes, refused } = await writeRows(work, found, kind, rows, new Map());
  return {
    count,
    files: first.count,
    filesGone: files.gone + first.refused.length,
    changes: [...first.changes, ...changes],
    refused,
  };
}

/** Numbers that came back are not given again, also where today's database was once restored from a backup before this one. */
async function raiseIds({ ports, resource, columns }: ResourceContext): Promise<void> {
  const id = columns.id.name;
  await ports.database.transaction((trx) =>
    sql`select setval(counted.name, counted.highest) from (select pg_get_serial_sequence(quote_ident(${resource.table}), ${id}) as name,
      (select max(${sql.id(id)}) from ${sql.table(resource.table)}) as highest) as counted
      where counted.name is not null and counted.highest > coalesce(pg_sequence_last_value(counted.name::regclass), 0)`.execute(trx),
  );
}
