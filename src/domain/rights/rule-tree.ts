/** Choosing within a tree of rules. What is chosen is named by its lowest ids: who has a rule has its parents too. */
export interface TreeOption {
  readonly id: number;
  readonly parentId: number | null;
  readonly title: string;
  /** Of a rule: its page, or its page and what is done there. */
  readonly name?: string;
}

export type CheckState = 'all' | 'some' | 'none';

type Options = readonly TreeOption[];
type Chosen = readonly string[];

export const childrenOf = (options: Options, parentId: number | null): Options => options.filter((option) => option.parentId === parentId);

/** The ids below a rule that have nothing below themselves; its own where it has nothing below. */
function leavesBelow(options: Options, id: number): readonly string[] {
  const children = childrenOf(options, id);
  return children.length === 0 ? [String(id)] : children.flatMap((child) => leavesBelow(options, child.id));
}

const allLeaves = (options: Options): readonly string[] => childrenOf(options, null).flatMap(({ id }) => leavesBelow(options, id));

const spelledOut = (options: Options, chosen: Chosen): Chosen => (chosen.includes('*') ? allLeaves(options) : chosen);

const isWithin = (options: Options, id: string, ancestor: number): boolean => {
  if (id === String(ancestor)) return true;
  const parentId = options.find((option) => String(option.id) === id)?.parentId ?? null;
  return parentId !== null && isWithin(options, String(parentId), ancestor);
};

/** A rule counts as given when anything below it is. */
export function checkStateOf(options: Options, chosen: Chosen, id: number): CheckState {
  if (chosen.includes('*')) return 'all';
  const leaves = leavesBelow(options, id);
  if (leaves.every((leaf) => chosen.includes(leaf))) return 'all';
  return chosen.some((one) => isWithin(options, one, id)) ? 'some' : 'none';
}

/** Gives a rule with everything below it, or takes it away where all of it was given. */
export function toggleRule(options: Options, chosen: Chosen, id: number): Chosen {
  const isGiven = checkStateOf(options, chosen, id) === 'all';
  // A parent that was given alone is named by what is below it from now on.
  const others = spelledOut(options, chosen).filter((one) => !isWithin(options, one, id) && !isWithin(options, String(id), Number(one)));
  const next = isGiven ? others : [...others, ...leavesBelow(options, id)];
  return next.toSorted((a, b) => Number(a) - Number(b));
}

/** Gives all options, or none of them where all are given; what is chosen beside them stays. */
export const toggleAll = (options: Options, chosen: Chosen): Chosen => {
  const leaves = allLeaves(options);
  const known = new Set(['*', ...options.map(({ id }) => String(id))]);
  const others = chosen.filter((id) => !known.has(id));
  const isAll = leaves.every((leaf) => spelledOut(options, chosen).includes(leaf));
  return isAll ? others : [...others, ...leaves].toSorted((a, b) => Number(a) - Number(b));
};

export const countChosen = (options: Options, chosen: Chosen): { readonly given: number; readonly total: number } => {
  const leaves = allLeaves(options);
  const all = spelledOut(options, chosen);
  return { given: leaves.filter((leaf) => all.includes(leaf)).length, total: leaves.length };
};
