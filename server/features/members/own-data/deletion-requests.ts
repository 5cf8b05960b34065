import type { Kysely, Transaction } from 'kysely';
import type { Author } from '../../../base/caller.ts';
import { armTimers, setsTimes } from '../../../db/sections/life-timers.ts';
import type { Row, Tables } from '../../../db/tables/tables.ts';
import type { ResourceContext } from '../../../resources/base/resource-context.ts';
import { noteBorn } from '../../../resources/life/life-steps.ts';
import type { Resources } from '../../../resources/registry.ts';

/** The section that requests are records of; every program has it. */
export function requestsSection(resources: Pick<Resources, 'get'>): ResourceContext {
  const context = resources.get('memberDeletion')?.context;
  if (!context) throw new Error('there is no section memberDeletion');
  return context;
}

type OpenRequest = Pick<Row<'member_deletion_request'>, 'id' | 'due_time'>;

/** What a member has asked for and is neither cancelled nor done. */
export const openRequestOf = (kysely: Kysely<Tables>, memberId: number): Promise<OpenRequest | undefined> =>
  kysely
    .selectFrom('member_deletion_request')
    .select(['id', 'due_time'])
    .where('member_id', '=', memberId)
    .where('status', '=', 'asked')
    .executeTakeFirst();

/** Whether members can come in, and keep what is about to end. */
export const isCentreOpen = async (kysely: Kysely<Tables>): Promise<boolean> =>
  (await kysely.selectFrom('config').select('value').where('name', '=', 'open_member_center').executeTakeFirst())?.value === '1';

/** Whether the account was ended, whatever it may be called by now. */
export const isDone = async (kysely: Kysely<Tables>, memberId: number): Promise<boolean> =>
  (await kysely
    .selectFrom('member_deletion_request')
    .select('id')
    .where('member_id', '=', memberId)
    .where('status', '=', 'done')
    .executeTakeFirst()) !== undefined;

/** So long before its end a member is told once more. */
const REMIND_SECONDS = 86_400;

interface WrittenRequest {
  readonly memberId: number;
  readonly now: number;
  /** When the account ends, in Unix seconds. */
  readonly due: number;
  readonly by: Author;
}

/** A new request in the first state of its life, with its times. The member's account is locked, and has no other. @returns its id */
export async function writeRequest(
  trx: Transaction<Tables>,
  { resource }: Pick<ResourceContext, 'resource'>,
  { memberId, now, due, by }: WrittenRequest,
): Promise<number> {
  const { id } = await trx
    .insertInto('member_deletion_request')
    .values({ member_id: memberId, create_time: now, due_time: due, remind_time: due - REMIND_SECONDS > now ? due - REMIND_SECONDS : null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await noteBorn(trx, resource, id, now, by);
  if (setsTimes(resource)) await armTimers(trx, resource, [id], now);
  return id;
}
