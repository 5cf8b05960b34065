import type { Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { JobProgress } from '#domain/observe/system-health';
import { localText } from '#domain/base/zone-time';
import type { MemberCaller } from '../../../base/caller.ts';
import {
  DATA_EXPORT_KNOWN_SECONDS,
  DATA_EXPORT_LATE_SECONDS,
  DATA_EXPORT_SECONDS,
  DATA_EXPORTS,
  FREE_DISK_SHARE,
} from '../../../base/limits.ts';
import { notFound } from '../../../base/refusal.ts';
import type { JobRun } from '../../../db/base/jobs.ts';
import type { Row, Tables } from '../../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { lockAccount } from '../../../resources/access/locked-account.ts';
import { readSiteSettings } from '../../../resources/base/site-settings.ts';
import type { FileToSend } from '../../../routing/file-reply.ts';
import type { MemberData } from '../../base/member-data.ts';
import { countAttempt } from '../../base/throttle.ts';
import { removeBytes } from '../../files/remove-bytes.ts';
import type { MemberMessages } from '../messages/member-messages.ts';
import type { Proofs } from './proofs.ts';
import { memberArchive } from './member-archive.ts';

type State = Row<'member_export'>['state'] | 'none';

export interface StoredExport {
  readonly state: State;
  readonly uuid: string | null;
  readonly size: number | null;
  readonly create_time: number | null;
  readonly expire_time: number | null;
  readonly progress: JobProgress | null;
}

/** Archives of what is kept of a member, made by a job. Decision 053 says why so. */
export interface MemberExports {
  read(caller: MemberCaller): Promise<StoredExport>;
  /** Both want a proof of presence. @throws the refusal while one is under way or can still be fetched */
  request(caller: MemberCaller): Promise<StoredExport>;
  fetch(uuid: string, caller: MemberCaller): Promise<FileToSend>;
}

/** Of jobs that make an archive. */
const MAKE = 'member.export';
const NONE: StoredExport = { state: 'none', uuid: null, size: null, create_time: null, expire_time: null, progress: null };

export function createMemberExports(ports: ServerPorts, data: MemberData, proofs: Proofs, messages: MemberMessages): MemberExports {
  const { database, files, jobs } = ports;
  jobs.handle(MAKE, {
    lane: 'long',
    run: (params, job) => make(Number(params['export']), job),
    async cancelled(params, trx) {
      const waits = trx.updateTable('member_export').set({ state: 'failed' }).where('id', '=', Number(params['export']));
      await waits.where('state', 'in', ['queued', 'making']).execute();
    },
  });

  const infoOf = ({ state, uuid, size, create_time, expire_time }: Row<'member_export'>, progress: JobProgress | null): StoredExport => ({
    state: stateOf({ state, create_time, expire_time }),
    uuid,
    size,
    create_time,
    expire_time,
    progress,
  });

  function stateOf({
    state,
    create_time: created,
    expire_time: expires,
  }: Pick<Row<'member_export'>, 'state' | 'create_time' | 'expire_time'>): State {
    const now = nowSeconds(ports);
    if (state === 'ready') return (expires ?? 0) > now ? 'ready' : 'expired';
    return state !== 'expired' && state !== 'failed' && created + DATA_EXPORT_LATE_SECONDS <= now ? 'failed' : state;
  }

  const newestOf = (kysely: Transaction<Tables> | typeof database.kysely, memberId: number) =>
    kysely.selectFrom('member_export').selectAll().where('member_id', '=', memberId).orderBy('id', 'desc').limit(1).executeTakeFirst();

  async function refuseSecond(trx: Transaction<Tables>, caller: MemberCaller): Promise<void> {
    await proofs.require(trx, caller);
    const newest = await newestOf(trx, caller.id);
    const state = newest ? stateOf(newest) : 'none';
    if (state === 'queued' || state === 'making') throw rejection('refusals.member.exportUnderWay');
    if (state === 'ready') throw rejection('refusals.member.exportReady');
  }

  /** One attempt. A process that ends before the last transaction leaves a file that no row knows, which the next tidying removes. */
  async function make(id: number, job: JobRun): Promise<void> {
    const row = await database.kysely
      .updateTable('member_export')
      .set({ state: 'making' })
      .where('id', '=', id)
      .where('state', 'in', ['queued', 'making'])
      .returning(['member_id', 'language'])
      .executeTakeFirst();
    if (!row) return;
    const { member_id: memberId } = row;
    const language = row.language === 'en' ? 'en' : 'zh-cn';
    const { siteName: site, timeZone } = await readSiteSettings(database.kysely);
    const { signal, advance } = job;
    const { fileId, sizeBytes } = await files.store(memberArchive(ports, data, { memberId, language, site, timeZone, signal, advance }));
    let isUnkept = false;
    const isWanted = await database
      .transaction(async (trx) => {
        isUnkept = true;
        const wanted = await keep(trx);
        isUnkept = false;
        return wanted;
      })
      .catch(async (error: unknown) => {
        // A commit whose answer is lost may have been one: the row knows the file then, and where none does the next tidying removes it.
        if (isUnkept) await files.remove(fileId);
        throw error;
      });
    if (!isWanted) await files.remove(fileId);

    async function keep(trx: Transaction<Tables>): Promise<boolean> {
      const { isActive } = await lockAccount(trx, { area: 'user', accountId: memberId });
      await job.settle(trx);
      const ready = { state: 'ready', file_id: fileId, size: sizeBytes, expire_time: nowSeconds(ports) + DATA_EXPORT_SECONDS } as const;
      const mine = trx.updateTable('member_export').set(ready).where('id', '=', id).where('state', '=', 'making');
      const { numUpdatedRows } = isActive ? await mine.executeTakeFirstOrThrow() : { numUpdatedRows: 0n };
      if (numUpdatedRows > 0n) await messages.tell(trx, memberId, 'dataReady', { language }, { hours: DATA_EXPORT_SECONDS / 3600 });
      return numUpdatedRows > 0n;
    }
  }

  return {
    async read({ id }) {
      const newest = await newestOf(database.kysely, id);
      if (!newest) return NONE;
      return infoOf(newest, newest.state === 'making' ? await jobs.progressOf(MAKE, { export: newest.id }) : null);
    },

    async request(caller) {
      await database.transaction((trx) => refuseSecond(trx, caller));
      if (ports.freeDiskShare() < FREE_DISK_SHARE) throw rejection('refusals.member.exportNoRoom');
      await countAttempt(ports, [{ key: `data-export:${caller.id}`, limit: DATA_EXPORTS }]);
      const gone: string[] = [];
      const row = await database.transaction(async (trx) => {
        await refuseSecond(trx, caller);
        const older = await trx.deleteFrom('member_export').where('member_id', '=', caller.id).returning('file_id').execute();
        gone.splice(0, gone.length, ...older.flatMap(({ file_id: fileId }) => fileId ?? []));
        const values = { uuid: crypto.randomUUID(), member_id: caller.id, state: 'queued', language: caller.client.language } as const;
        const added = await trx
          .insertInto('member_export')
          .values({ ...values, create_time: nowSeconds(ports) })
          .returningAll()
          .executeTakeFirstOrThrow();
        await jobs.send(trx, MAKE, { export: added.id });
        return added;
      });
      await removeBytes(ports, gone);
      return infoOf(row, null);
    },

    async fetch(uuid, caller) {
      await database.transaction((trx) => proofs.require(trx, caller));
      const row = await database.kysely
        .selectFrom('member_export')
        .selectAll()
        .where('uuid', '=', uuid)
        .where('member_id', '=', caller.id)
        .executeTakeFirst();
      if (!row || stateOf(row) !== 'ready') throw notFound();
      const { timeZone } = await readSiteSettings(database.kysely);
      // Last: a fault behind it would leave it open.
      const body = row.file_id === null ? null : await files.read(row.file_id);
      if (!body) {
        // Its file has gone: another one may be asked for.
        await database.kysely.updateTable('member_export').set({ state: 'failed', file_id: null }).where('id', '=', row.id).execute();
        throw notFound();
      }
      const day = localText(row.create_time, timeZone).slice(0, 10);
      const name = ports.messages.text(caller.client.language, 'archive.fileName', { day });
      return { name: `${name}.zip`, type: 'application/zip', rows: 1, body };
    },
  };
}

/** Removes archives that nobody can fetch any more, and forgets after a while that there were any. */
export async function sweepExports(ports: Pick<ServerPorts, 'database' | 'clock' | 'files'>): Promise<void> {
  const { kysely } = ports.database;
  const now = nowSeconds(ports);
  const expired = await kysely
    .selectFrom('member_export')
    .select(['id', 'file_id'])
    .where('state', '=', 'ready')
    .where('expire_time', '<=', now)
    .execute();
  for (const { id, file_id: fileId } of expired) {
    await kysely.updateTable('member_export').set({ state: 'expired', file_id: null }).where('id', '=', id).execute();
    if (fileId !== null) await ports.files.remove(fileId);
  }
  await kysely
    .deleteFrom('member_export')
    .where('create_time', '<=', now - DATA_EXPORT_KNOWN_SECONDS)
    .execute();
}
