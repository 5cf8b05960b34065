import type { Area } from '#domain/base/area';

/** Of this page alone: a lock is known to the other tabs by its name. */
const OWN = crypto.randomUUID();
const nameOf = (area: Area): string => `troupe-unsaved ${area} `;

/** What lets go of what this tab holds. */
const held = new Map<Area, () => void>();

/**
 * Says by a lock that this tab holds unsaved work: the browser lets go of it with the tab, however that ends.
 * @throws nothing: where the lock is refused, the others know nothing of this tab
 */
export function tellUnsaved(area: Area, isUnsaved: boolean): void {
  held.get(area)?.();
  held.delete(area);
  if (!isUnsaved) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  held.set(area, resolve);
  void navigator.locks.request(nameOf(area) + OWN, { mode: 'shared' }, () => promise).catch(() => {});
}

/** Whether another tab than this one holds such a lock. */
export async function isUnsavedElsewhere(area: Area): Promise<boolean> {
  const { held: locks = [] } = await navigator.locks.query();
  return locks.some(({ name = '' }) => name.startsWith(nameOf(area)) && !name.endsWith(OWN));
}
