import type { NewRow } from './tables.ts';

/** The settings that something reads today; later sections bring their own. Source: wire-protocol.md §7.6, "config". */
export const SHIPPED_CONFIG: NewRow<'config'>[] = [
  {
    id: 1,
    name: 'config_group',
    group: 'basics',
    title: 'Config group',
    type: 'array',
    value: JSON.stringify([{ key: 'basics', value: 'Basics' }]),
    rule: 'required',
    weigh: -1,
  },
  { id: 2, name: 'site_name', group: 'basics', title: 'Site Name', type: 'string', value: 'Troupe', rule: 'required', weigh: 99 },
  { id: 3, name: 'record_number', group: 'basics', title: 'Record number', type: 'string', value: '', weigh: 0 },
  { id: 4, name: 'version', group: 'basics', title: 'Version number', type: 'string', value: 'v1.0.0', rule: 'required', weigh: 0 },
  { id: 5, name: 'time_zone', group: 'basics', title: 'time zone', type: 'string', value: 'Asia/Shanghai', rule: 'required', weigh: 0 },
  {
    id: 6,
    name: 'no_access_ip',
    group: 'basics',
    title: 'No access ip',
    tip: 'No access ip list, one line per item',
    type: 'textarea',
    value: null,
    weigh: 0,
  },
];
