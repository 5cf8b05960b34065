import type { RemoteOption } from '#machines/fields/remote-select.machine';

/** A record and everything below it, which can not become its own parent. Parents come before their children. */
export function treeBranch(options: readonly RemoteOption[], id: unknown): readonly number[] {
  if (typeof id !== 'number') return [];
  const branch = [id];
  for (const { value, parentId } of options) if (parentId !== null && branch.includes(parentId)) branch.push(value);
  return branch;
}
