import type { CollectionRef } from '#machines/table/collection.selectors';
import type { ScreenThen } from './announce-write.ts';
import { actorIn, type ActorSystem } from '../base/system.ts';

/** The shell and the lists that are open, as they are. */
export function screenNow(system: ActorSystem): ScreenThen {
  const children = Object.entries(actorIn(system, 'tabs')?.getSnapshot().children ?? {});
  const lists = children.flatMap(([id, ref]) => (id.startsWith('collection:') ? [(ref as CollectionRef).getSnapshot().context] : []));
  return {
    shell: actorIn(system, 'adminShell')?.getSnapshot(),
    rows: Object.fromEntries(lists.map(({ resource, rows }) => [resource, rows ?? []])),
  };
}
