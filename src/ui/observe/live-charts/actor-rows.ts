import type { ActorPicture } from '#actors/observe/flow-watch';

/** A line of the tree of owners. */
export interface ActorRow {
  readonly actor: ActorPicture;
  /** Null for an actor that owns nobody. */
  readonly isOpen: boolean | null;
  readonly position: number;
  readonly count: number;
}

/** The lines that are listed: those that match with all their owners, or those whose owners are open. */
export function actorRows(actors: readonly ActorPicture[], search: string, closed: readonly string[]): readonly ActorRow[] {
  const wanted = search.trim().toLowerCase();
  const listed = wanted === '' ? withoutClosed(actors, closed) : matching(actors, wanted);
  return listed.map((actor) => {
    const siblings = listed.filter(({ parentKey }) => parentKey === actor.parentKey);
    const ownsSome = actors.some(({ parentKey }) => parentKey === actor.key);
    return {
      actor,
      isOpen: ownsSome ? wanted !== '' || !closed.includes(actor.key) : null,
      position: siblings.indexOf(actor) + 1,
      count: siblings.length,
    };
  });
}

/** Whom an arrow key leads to from a line, or whose branch it opens or closes. Source: ARIA practices, "Tree View". */
export function stepInTree(
  rows: readonly ActorRow[],
  key: string,
  pressed: string,
): { readonly to: string } | { readonly toggled: string } | null {
  const index = rows.findIndex(({ actor }) => actor.key === key);
  const row = rows[index];
  if (!row) return null;
  const at = (place: number) => (rows[place] ? { to: rows[place].actor.key } : null);
  switch (pressed) {
    case 'ArrowDown':
      return at(index + 1);
    case 'ArrowUp':
      return at(index - 1);
    case 'Home':
      return at(0);
    case 'End':
      return at(rows.length - 1);
    case 'ArrowRight':
      if (row.isOpen === false) return { toggled: key };
      return row.isOpen ? at(index + 1) : null;
    case 'ArrowLeft':
      if (row.isOpen) return { toggled: key };
      return row.actor.parentKey === null ? null : { to: row.actor.parentKey };
    default:
      return null;
  }
}

function withoutClosed(actors: readonly ActorPicture[], closed: readonly string[]): readonly ActorPicture[] {
  const hidden = new Set<string>();
  return actors.filter(({ key, parentKey }) => {
    const isHidden = parentKey !== null && (closed.includes(parentKey) || hidden.has(parentKey));
    if (isHidden) hidden.add(key);
    return !isHidden;
  });
}

function matching(actors: readonly ActorPicture[], wanted: string): readonly ActorPicture[] {
  const parents = new Map(actors.map(({ key, parentKey }) => [key, parentKey]));
  const kept = new Set<string>();
  for (const { key, id, machine, state } of actors) {
    if (![id, machine?.id ?? '', state].some((text) => text.toLowerCase().includes(wanted))) continue;
    for (let one: string | null = key; one !== null; one = parents.get(one) ?? null) kept.add(one);
  }
  return actors.filter(({ key }) => kept.has(key));
}
