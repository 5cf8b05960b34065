import { defineResource } from '#api/contract/table/resource';
import type { ListRow } from '#domain/table/row';

/** Eight columns as back offices have them: box, number, picture, text, tag, switch, time, three buttons. */
export const benchResource = defineResource({
  name: 'bench',
  controller: 'bench.Bench',
  table: 'bench',
  titleField: 'title',
  rowActions: ['sort', 'edit', 'delete'],
  defaultOrder: { field: 'weigh', direction: 'desc' },
  fields: {
    id: { kind: 'id', sortable: true },
    image: { kind: 'image' },
    title: { kind: 'string', required: true, maxLength: 100, sortable: true },
    status: { kind: 'select', options: ['draft', 'on', 'off'], optionColors: { draft: 'gray', on: 'teal', off: 'orange' } },
    isOpen: { kind: 'switch' },
    weigh: { kind: 'sortOrder', list: 'hidden' },
    createTime: { kind: 'createTime', sortable: true },
  },
});

export interface BenchRow extends ListRow {
  readonly image: string;
  readonly title: string;
  readonly status: 'draft' | 'on' | 'off';
  readonly isOpen: boolean;
  readonly weigh: number;
  readonly createTime: number;
}

const STATUSES = ['draft', 'on', 'off'] as const;
/** One picture for all: a table's cost is measured, not a network's. */
const PICTURE = '/samples/cup.svg';

export const benchRows = (count: number): readonly BenchRow[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    image: PICTURE,
    title: `西湖龙井 ${index + 1}`,
    status: STATUSES[index % STATUSES.length] ?? 'draft',
    isOpen: index % 2 === 0,
    weigh: count - index,
    createTime: 1_700_000_000 + index * 3600,
  }));
