import { sql, type Kysely } from 'kysely';
import type { RecordOf } from '#domain/fields/field';
import { nodeTitles } from '#server/features/base/call-titles';
import { sectionHooks, type HookSurroundings } from '#server/features/base/section-hooks';
import type { Writer } from '#server/base/caller';
import type { Tables } from '#server/db/tables/tables';
import { visibleOwners } from '#server/resources/access/data-limit';
import { may } from '#server/resources/access/permissions';
import { pagePathOf } from '#domain/table/resource';
import { admin } from '#sections/admin/admin.resource.ts';
import { member } from '#sections/member/member.resource.ts';
import { securityLog } from './security-log.resource.ts';

type Entry = RecordOf<typeof securityLog.fields>;
type Detail = Readonly<Record<string, unknown>>;

/** What is stored of an event beside its account; never a secret. What cannot be read says nothing. */
function detailOf({ about }: Entry): Detail {
  try {
    const detail: unknown = JSON.parse(about);
    return typeof detail === 'object' && detail !== null ? (detail as Detail) : {};
  } catch {
    return {};
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/**
 * Whoever is not super sees what happened to themselves, to those administrators whom their page shows, and to members where they may open
 * the page of members. What nobody was known of is for super administrators.
 */
async function seen(kysely: Kysely<Tables>, caller: Writer, table: string) {
  if (caller.grants.isSuper) return sql<boolean>`true`;
  const mayOpen = (section: typeof admin | typeof member): boolean => may(caller, `${pagePathOf(section)}/index`.toLowerCase());
  const others = mayOpen(admin) ? ((await visibleOwners(kysely, admin.dataLimit, caller)) ?? []) : [];
  const ofMembers = mayOpen(member) ? sql<boolean>`${sql.ref(`${table}.member_id`)} is not null` : sql<boolean>`false`;
  return sql<boolean>`(${sql.ref(`${table}.admin_id`)} in (${sql.join([caller.id, ...others])}) or ${ofMembers})`;
}

/** What each entry was about is told in words: which call, which record, who did it to another's account. */
export const securityLogHooks = sectionHooks(securityLog, ({ ports, resources }) => ({
  limit: seen,

  async present(entries, caller) {
    const { language } = caller.client;
    const say = (key: string, params?: Readonly<Record<string, string>>): string => ports.messages.text(language, key, params);
    const details = entries.map(detailOf);
    const nodes = details.flatMap(({ node }) => (typeof node === 'string' ? [node] : []));
    const titleOf = await nodeTitles({ ...ports, resources }, language, nodes);
    const names = await namesOf(ports, details);

    /** An administrator, where the account is another's: a member may have the same number. */
    function byText({ by, byAdmin }: Detail, { adminId, memberId, kind }: Entry): string {
      // Nobody erases themselves; earlier entries of that say `by`.
      const isOwn = kind !== 'member.erased' && by === (adminId ?? memberId);
      const id = byAdmin ?? (isOwn ? null : by);
      return typeof id === 'number' ? say('resources.securityLog.about.by', { name: names.get(id) ?? `#${id}` }) : '';
    }

    function recordText({ resource, recordId, id = recordId }: Detail): string {
      if (typeof resource !== 'string') return '';
      const key = `resources.${resource}.label`;
      const shipped = say(key);
      const drawn = resources.all().find((one) => one.resource.name === resource)?.resource.label?.[language];
      return `${shipped === key ? (drawn ?? resource) : shipped} #${textOf(id)}`;
    }

    function aboutText(detail: Detail, entry: Entry): string {
      const { node, reason, channel } = detail;
      const channelText = channel === 'email' || channel === 'mobile' ? say(`resources.securityLog.about.${channel}`) : '';
      const nodeText = typeof node === 'string' ? titleOf(node) : '';
      const reasonText = typeof reason === 'string' ? say(reason) : '';
      return [nodeText, reasonText, recordText(detail), channelText, byText(detail, entry)].filter((text) => text !== '').join(' · ');
    }

    return entries.map((entry, index) => ({ ...entry, about: aboutText(details[index] ?? {}, entry) }));
  },
}));

/** Of administrators who are named as those who did something. */
async function namesOf({ database }: HookSurroundings['ports'], details: readonly Detail[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(details.flatMap(({ by, byAdmin }) => [by, byAdmin].filter((id) => typeof id === 'number')))];
  if (ids.length === 0) return new Map();
  const admins = await database.kysely.selectFrom('admin').select(['id', 'username']).where('id', 'in', ids).execute();
  return new Map(admins.map(({ id, username }) => [id, username]));
}
