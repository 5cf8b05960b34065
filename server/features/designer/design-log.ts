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
