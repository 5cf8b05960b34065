import { sql, type Transaction } from 'kysely';
import { LANGUAGES } from '#domain/base/language';
import { endedAdminName } from '#domain/rights/ended-admin';
import type { Tables } from '../../../db/tables/tables.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import type { KnownAs } from '../../base/known-as.ts';

/** The name of an administrator beside what others see of their work: steps and requests of records, files, and commands that they stopped. */
export async function eraseNamesBeside(
  trx: Transaction<Tables>,
  adminId: number,
  known: KnownAs,
  messages: ServerPorts['messages'],
): Promise<void> {
  const name = endedAdminName(adminId);
  await sql`update life_step set actor_name = ${name} where actor_type = 'admin' and actor_id = ${adminId}::bigint`.execute(trx);
  await trx.updateTable('life_step').set({ second_name: name }).where('second_id', '=', adminId).execute();
  await trx.updateTable('life_request').set({ asked_name: name }).where('asked_by', '=', adminId).execute();
  await trx.updateTable('life_request').set({ settled_name: name }).where('settled_by', '=', adminId).execute();
  await trx.updateTable('attachment').set({ uploader: name }).where('admin_id', '=', adminId).execute();
  // Also what the journal keeps of files, for those that were deleted come back from it.
  for (const image of ['before', 'after'] as const)
    await sql`update record_change set ${sql.ref(image)} = jsonb_set(${sql.ref(image)}, '{uploader}', to_jsonb(${name}::text))
      where resource = 'attachment' and ${sql.ref(image)} ->> 'admin_id' = ${String(adminId)} and ${sql.ref(image)} ? 'uploader'`.execute(
      trx,
    );
  await eraseFromCommands(trx, name, await ownUsernames(trx, adminId, known), messages);
}

/** Nobody's number stands beside a command that was stopped: a name that somebody else has by now is left to them. */
async function ownUsernames(trx: Transaction<Tables>, adminId: number, { usernames }: KnownAs): Promise<readonly string[]> {
  const { rows } = await sql<{ username: string }>`select lower(username) as username from admin
    where id <> ${adminId}::bigint and lower(username) = any(${[...usernames]}::text[])`.execute(trx);
  const ofOthers = new Set(rows.map(({ username }) => username));
  return usernames.filter((username) => !ofOthers.has(username));
}

/** Who stopped a command stands beside its run, and in the last line of its output. */
async function eraseFromCommands(
  trx: Transaction<Tables>,
  name: string,
  usernames: readonly string[],
  messages: ServerPorts['messages'],
): Promise<void> {
  if (usernames.length === 0) return;
  await sql`update terminal_run set stop_asked_by = ${name} where lower(stop_asked_by) = any(${[...usernames]}::text[])`.execute(trx);
  for (const language of LANGUAGES) {
    const lineOf = (who: string): string => messages.text(language, 'refusals.terminal.stopped', { name: who });
    const lines = usernames.map((username) => lineOf(username).toLowerCase());
    await sql`update terminal_event set data = ${lineOf(name)} where kind = 'output' and lower(data) = any(${lines}::text[])`.execute(trx);
  }
}
