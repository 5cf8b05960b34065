import { sql, type Kysely } from 'kysely';
import { kindOfNotification } from '#domain/notifications/notification';
import type { AdminCaller } from '../../base/caller.ts';
import type { Language } from '../../base/messages.ts';
import type { Row, Tables } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { mayList } from '../../resources/access/permissions.ts';
import { sectionLabel } from '../../resources/base/section-label.ts';
import { nameRead } from '../../resources/base/shipped-names.ts';
import { ownTitlesOfChanges } from '../../resources/changes/own-titles.ts';
import { sightOf, type Sight } from '../../resources/changes/sight.ts';
import type { Resources } from '../../resources/registry.ts';

type Stored = Row<'notification'>;
export type KnownSections = Pick<Resources, 'all' | 'get'>;

/** What an administrator may see of sections and their records. */
export async function sightOfCaller(kysely: Kysely<Tables>, resources: KnownSections, caller: AdminCaller): Promise<Sight> {
  return sightOf(
    kysely,
    caller,
    resources.all().map(({ context }) => context),
  );
}

/** Names of the sections whose lists somebody may open: nothing is told of others. */
export const openSections = (resources: KnownSections, caller: AdminCaller): readonly string[] =>
  resources.all().flatMap(({ context }) => (mayList(context, caller) ? [context.resource.name] : []));

/** Puts what is stored into words: who it was and what a record is called are read now, as far as the reader may see them. */
export async function describeNotifications(
  { database: { kysely }, messages }: Pick<ServerPorts, 'database' | 'messages'>,
  resources: KnownSections,
  caller: AdminCaller,
  rows: readonly Stored[],
  language: Language,
) {
  const reader = { sections: resources.all().map(({ context }) => context), language };
  const titles = await titlesOf(kysely, reader, await sightOfCaller(kysely, resources, caller), rows);
  const people = await peopleOf(kysely, rows);
  const say = (key: string, params?: Readonly<Record<string, string | number>>): string =>
    messages.text(language, `notifications.${key}`, params);
  return rows.map((row) => {
    const section = row.resource === null ? undefined : resources.get(row.resource)?.context.resource;
    const title = section ? nameRead(section, titles.get(row.id) ?? '', { messages, language }) : '';
    const record = title === '' ? `#${String(row.record_id ?? '')}` : title;
    const said = {
      ...row.params,
      record,
      section: section ? sectionLabel(section, messages, language) : '',
      who: (row.by_id === null ? undefined : people.get(row.by_id)) ?? say('somebody'),
    };
    const isPlural = row.params['count'] !== undefined && Number(row.params['count']) !== 1;
    return {
      id: row.id,
      kind: kindOfNotification(row.name),
      name: row.name,
      title: say(`said.${row.name}.title`, said),
      text: say(`said.${row.name}.${isPlural ? 'many' : 'text'}`, said),
      resource: section ? row.resource : null,
      record_id: section ? row.record_id : null,
      at: row.create_time,
      is_read: row.read_time !== null,
    };
  });
}

/** What records are called, by the notification that is about them: the last that the journal has, and the reader sees. */
async function titlesOf(
  kysely: Kysely<Tables>,
  reader: Parameters<typeof ownTitlesOfChanges>[1],
  sight: Sight,
  rows: readonly Stored[],
): Promise<ReadonlyMap<number, string>> {
  const wanted = rows.flatMap(({ id, resource, record_id: recordId }) => (recordId === null ? [] : [{ id, resource, record: recordId }]));
  if (wanted.length === 0) return new Map();
  const { rows: found } = await sql<{
    id: number;
    title: string;
    resource: string;
    change_id: number;
  }>`select one.id, last.title, one.resource, last.id as change_id
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as one (id bigint, resource text, record bigint), lateral (
      select change.id, change.title from record_change as change where change.resource = one.resource and change.record_id = one.record
        and ${sight.changesSql('change')} order by change.id desc limit 1) as last`.execute(kysely);
  const entries = found.map(({ change_id: id, resource }) => ({ id, resource }));
  const own = await ownTitlesOfChanges(kysely, reader, entries);
  return new Map(found.map(({ id, title, change_id: entry }) => [id, own.get(entry) ?? title]));
}

async function peopleOf(kysely: Kysely<Tables>, rows: readonly Stored[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(rows.flatMap(({ by_id: id }) => (id === null ? [] : [id])))];
  if (ids.length === 0) return new Map();
  const found = await kysely.selectFrom('admin').select(['id', 'nickname', 'username']).where('id', 'in', ids).execute();
  return new Map(found.map(({ id, nickname, username }) => [id, nickname || username]));
}
