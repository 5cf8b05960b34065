import { EMPTY_QUERY } from '#domain/table/resource-query';
import type { ShellRoute } from '#domain/shell/menu';
import { DEFAULT_TABLE_SETTINGS } from '#domain/table/table-settings';
import type { SectionInput, TabInput } from '#machines/shell/tab-input';

/** A page of the back office as its menu registers it: `goods` becomes `/admin/goods`. */
export const routeNamed = (name: string): ShellRoute => ({
  path: `/admin/${name}`,
  name,
  title: `menu.${name}`,
  icon: '',
  kind: 'tab',
  url: '',
  component: `/src/views/backend/${name}/index.vue`,
});

export const sectionOf = (resource: string): SectionInput => ({
  resource,
  addressing: { fields: [], sortable: [], defaults: EMPTY_QUERY },
  abilities: { mayAdd: true, mayEdit: true, mayDelete: true, maySort: true },
  table: DEFAULT_TABLE_SETTINGS,
  newRecord: {},
  sortField: null,
});

/** A tab with a table. */
export const tableTab = (name: string, search = ''): TabInput => ({ ...routeNamed(name), search, section: sectionOf(name) });

/** A tab without one. */
export const plainTab = (name: string, search = ''): TabInput => ({ ...routeNamed(name), search, section: null });
