import { sql, type Kysely } from 'kysely';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import type { listSavedViews, saveView } from '#api/contract/table/saved-view';
import { rejection } from '#domain/base/failure';
import type { Resource } from '#domain/table/resource';
import { defaultView, MAX_SAVED_VIEWS, type SavedViewScope } from '#domain/table/saved-view';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { may, mayListOf } from '../../resources/access/permissions.ts';
import { notFound } from '../../base/refusal.ts';
import { lockOwnAccount } from '../../resources/access/own-account.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock'>;

/** Who manages groups may share with their own; only super administrators share with everybody. */
const scopesOf = (caller: AdminCaller): SavedViewScope[] => [
  'own',
  ...(caller.grants.isSuper || may(caller, 'auth/group/edit') ? (['group'] as const) : []),
  ...(caller.grants.isSuper ? (['all'] as const) : []),
];

/** One's own, those that somebody of one's groups has shared with them, and everybody's. */
const isFor = (
  caller: AdminCaller,
) => sql<boolean>`(saved_view.owner_id = ${caller.id} or saved_view.scope = 'all' or (saved_view.scope = 'group'
  and exists (select from admin_group_access as theirs join admin_group_access as mine using (group_id)
    where theirs.uid = saved_view.owner_id and mine.uid = ${caller.id})))`;

const contentOf = ({ params, columns: { order, shown, hidden, pinned = [], widthsPx } }: Row<'saved_view'>['content']) => ({
  params: { ...params },
  columns: { order: [...order], shown: [...shown], hidden: [...hidden], pinned: [...pinned], widthsPx: { ...widthsPx } },
});

/** What the lists that have a default view open with, by the name of their resource. */
export async function openingViews(
  kysely: Kysely<Tables>,
  caller: AdminCaller,
  find: (name: string) => Resource | undefined,
): Promise<Record<string, ReturnType<typeof contentOf>>> {
  const rows = await kysely
    .selectFrom('saved_view')
    .select(['id', 'resource', 'scope', 'content'])
    .where('is_default', '=', '1')
    .where(isFor(caller))
    .execute();
  const views = rows.map((row) => ({ ...row, isDefault: true }));
  return Object.fromEntries(
    [...new Set(rows.map(({ resource }) => resource))].flatMap((name) => {
      const resource = find(name);
      const view = defaultView(views.filter((one) => one.resource === name));
      return view && resource && mayListOf(resource, caller) ? [[name, contentOf(view.content)] as const] : [];
    }),
  );
}

export interface SavedViews {
  list(resource: string, caller: AdminCaller): Promise<OutputOf<typeof listSavedViews>>;
  save(view: ParsedInputOf<typeof saveView>, caller: AdminCaller): Promise<{ id: number }>;
  remove(id: number, caller: AdminCaller): Promise<void>;
}

/** Views of lists: kept by whoever may see the list, seen by those they are meant for. */
export function createSavedViews({ database, clock }: Ports, find: (name: string) => Resource | undefined): SavedViews {
  function requireList(name: string, caller: AdminCaller): void {
    const resource = find(name);
    if (!resource || !mayListOf(resource, caller)) throw rejection('refusals.forbidden');
  }

  return {
    async list(resource, caller) {
      requireList(resource, caller);
      const rows = await database.kysely
        .selectFrom('saved_view')
        .innerJoin('admin', 'admin.id', 'saved_view.owner_id')
        .select(['saved_view.id', 'saved_view.name', 'scope', 'is_default', 'owner_id', 'content', 'admin.nickname', 'admin.username'])
        .where('resource', '=', resource)
        .where(isFor(caller))
        .orderBy('saved_view.name')
        .orderBy('saved_view.id')
        .execute();
      const list = rows.map(({ id, name, scope, content, ...row }) => ({
        id,
        name,
        scope,
        is_default: row.is_default === '1',
        is_mine: row.owner_id === caller.id,
        owner: row.nickname || row.username,
        ...contentOf(content),
      }));
      return { list, scopes: scopesOf(caller) };
    },

    async save({ resource, name, scope, is_default: isDefault, params, columns }, caller) {
      requireList(resource, caller);
      if (!scopesOf(caller).includes(scope)) throw rejection('refusals.forbidden');
      return database.transaction(async (trx) => {
        // Whoever saves two at once waits here, so that their number and their default stay right.
        await lockOwnAccount(trx, caller);
        const mine = await trx
          .selectFrom('saved_view')
          .select(['id', 'name'])
          .where('owner_id', '=', caller.id)
          .where('resource', '=', resource)
          .execute();
        if (mine.length >= MAX_SAVED_VIEWS && !mine.some((view) => view.name === name))
          throw rejection('refusals.views.tooMany', { max: MAX_SAVED_VIEWS });
        if (isDefault) {
          await trx
            .updateTable('saved_view')
            .set({ is_default: '0' })
            .where('owner_id', '=', caller.id)
            .where('resource', '=', resource)
            .where('scope', '=', scope)
            .execute();
        }
        const seconds = nowSeconds({ clock });
        const values = {
          scope,
          is_default: isDefault ? '1' : '0',
          content: JSON.stringify({ params, columns }),
          update_time: seconds,
        } as const;
        return trx
          .insertInto('saved_view')
          .values({ owner_id: caller.id, resource, name, create_time: seconds, ...values })
          .onConflict((on) => on.constraint('saved_view_name_unique').doUpdateSet(values))
          .returning('id')
          .executeTakeFirstOrThrow();
      });
    },

    async remove(id, caller) {
      const removed = await database.kysely
        .deleteFrom('saved_view')
        .where('id', '=', id)
        .where((where) => where.or([where('owner_id', '=', caller.id), ...(caller.grants.isSuper ? [where('scope', '<>', 'own')] : [])]))
        .executeTakeFirst();
      if (removed.numDeletedRows === 0n) throw notFound();
    },
  };
}
