import { sql, type Kysely } from 'kysely';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { listDesignLog, listRevisions, readLogged } from '#api/contract/designer/designer';
import { rejection } from '#domain/base/failure';
import type { Renames } from '#domain/designer/section-design';
import type { Texts } from '#domain/fields/kinds/base/declared';
import { readStandingTables } from '../../db/sections/standing-tables.ts';
import { isCoreTable } from '../../db/tables/table-names.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { ListQuery } from '#api/contract/table/resource-endpoints';
import type { SectionDesign } from '#domain/designer/section-design';
import type { WireDesign } from '#domain/designer/wire-design';
import type { Resource } from '#domain/table/resource';
import type { AdminCaller } from '../../base/caller.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { runResource } from '../../resources/define-resource.ts';

/** The log of designs as a list of the protocol: it is read like any section, and is none, for nobody writes it by hand. */
const LOG: Resource = {
  name: 'crudLog',
  controller: 'crud.Log',
  table: 'section_revision',
  titleField: 'tableName',
  rowActions: [],
  defaultOrder: { field: 'id', direction: 'desc' },
  calls: ['list'],
  fields: {
    id: { kind: 'id', sortable: true, quickSearch: true, search: 'equal' },
    tableName: { kind: 'string', quickSearch: true, sortable: true, search: 'text' },
    status: { kind: 'select', options: ['start', 'success', 'error', 'delete'], search: 'select' },
    createTime: { kind: 'createTime', sortable: true, search: 'range' },
  },
};

const nowhere = (): never => {
  throw new Error('the log of designs names no records');
};

export interface LogRow {
  readonly [name: string]: unknown;
  readonly id: number;
  readonly table_name: string;
  readonly table: WireDesign['table'];
  readonly fields: WireDesign['fields'];
  readonly connection: string;
  readonly status: string;
  readonly create_time: number;
}

/** Source: wire protocol §5.18, `crud.Log/index`. */
export function createDesignLog(
  ports: Pick<ServerPorts, 'database' | 'clock' | 'messages'>,
  wireOf: (design: SectionDesign, caller: AdminCaller) => WireDesign,
) {
  const engine = runResource(LOG, {}, { ports, other: nowhere, referrers: () => [], contextOf: () => undefined });
  return {
    async list(query: ListQuery, caller: AdminCaller) {
      const { list = [], total = 0, remark } = await engine.list(query, caller);
      const ids = list.map(({ id }) => Number(id));
      const rows =
        ids.length === 0
          ? []
          : await ports.database.kysely.selectFrom('section_revision').select(['id', 'design', 'error']).where('id', 'in', ids).execute();
      const told = list.flatMap((row) => {
        const found = rows.find(({ id }) => id === row['id']);
        if (!found) return [];
        const { table, fields } = wireOf(found.design, caller);
        return [
          {
            ...(row as unknown as LogRow),
            table: { ...table },
            fields: fields.map((field) => ({ ...field })),
            connection: '',
            error: found.error,
          },
        ];
      });
      return { list: told, total, remark };
    },
  };
}

/** Lines of the log of all sections that are told at most. */
const LOGGED = 200;

/** What was published of a section, the newest first. */
export async function readRevisions(kysely: Kysely<Tables>, name: string): Promise<OutputOf<typeof listRevisions>> {
  const list = await kysely
    .selectFrom('section_revision as log')
    .leftJoin('admin', 'admin.id', 'log.admin_id')
    .select([
      'log.id',
      'log.revision',
      'log.status',
      'log.design',
      'log.renames',
      'log.error',
      'log.admin_id',
      'admin.nickname',
      'log.create_time',
    ])
    .where('log.section', '=', name)
    .orderBy('log.id', 'desc')
    .limit(100)
    .execute();
  return { list: list.map(({ nickname, renames, ...log }) => ({ ...log, renames: wireRenames(renames), admin: nickname ?? '' })) };
}

/** What was published of all sections, the newest first. */
export async function readDesignLog(kysely: Kysely<Tables>): Promise<OutputOf<typeof listDesignLog>> {
  const rows = await kysely
    .selectFrom('section_revision as log')
    .leftJoin('admin', 'admin.id', 'log.admin_id')
    .select(['log.id', 'log.section', 'log.table_name', 'log.revision', 'log.status', 'log.error', 'log.create_time', 'admin.nickname'])
    .select(sql<Texts | null>`log.design -> 'declaration' -> 'label'`.as('label'))
    .orderBy('log.id', 'desc')
    .limit(LOGGED + 1)
    .execute();
  const list = rows
    .slice(0, LOGGED)
    .map(({ table_name: table, nickname, label, ...log }) => ({ ...log, table, label: { ...label }, admin: nickname ?? '' }));
  return { list, hasMore: rows.length > LOGGED };
}

/** A design of the log; where its section is gone and its table stayed, it takes that table. */
export async function readLoggedDesign(kysely: Kysely<Tables>, id: number): Promise<OutputOf<typeof readLogged>> {
  const log = await kysely.selectFrom('section_revision').select(['design', 'section']).where('id', '=', id).executeTakeFirst();
  if (!log) throw rejection('refusals.recordNotFound');
  const section = await kysely.selectFrom('section').select('name').where('name', '=', log.section).executeTakeFirst();
  const { table } = log.design.declaration;
  const stays = !section && !isCoreTable(table) && (await readStandingTables(kysely, [table])).length > 0;
  return { design: stays ? { ...log.design, takesTable: true } : log.design, isThere: section !== undefined };
}

/** Renames as the wire has them. */
export const wireRenames = ({ columns, options }: Renames) => ({
  columns: { ...columns },
  options: Object.fromEntries(Object.entries(options).map(([column, map]) => [column, { ...map }])),
});
