import { queryOf, searchPartOf } from '../base/addresses/query.ts';
import { recordIn } from '../table/record-address.ts';

/** Names a run by its uuid, as the terminal knows it, over the list of runs. The list itself is filtered by `uuid`, which opens nothing. */
export const RUN_PARAM = 'run';

const UUID = /^[\w-]{8,64}$/u;

/** The run that an address opens over its list, by its number there or by its uuid; null for the list alone. */
export function runIn(search: string): { readonly id: number | null; readonly uuid: string | null } | null {
  const id = recordIn(search);
  if (id !== null) return { id, uuid: null };
  const uuid = new URLSearchParams(search).get(RUN_PARAM) ?? '';
  return UUID.test(uuid) ? { id: null, uuid } : null;
}

/** The address of the same list, filtered and sorted as it is, with no run over it. */
export function withoutRun(search: string): string {
  const { [RUN_PARAM]: _run, ...list } = queryOf(search);
  return searchPartOf(list);
}
