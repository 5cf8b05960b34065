interface TreeNode {
  readonly id: number;
  readonly pid: number;
}

/** The ids that a row's list holds, as the wire writes them. */
export const idsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/**
 * Granted rules as a form's tree takes them: it checks everything below a checked rule, so only those are named that have nothing below
 * them; what stands above them follows. Source: wire protocol §5.4, §5.8.
 * @param granted ids, or `*` alone
 */
export function rulesInForm(granted: readonly string[], rules: readonly TreeNode[]): readonly string[] {
  const parents = new Set(rules.map(({ pid }) => String(pid)));
  return granted.filter((id) => !parents.has(id));
}

/** Ids with all above them, in rising order. @returns null when one names no rule */
export function withParents(ids: readonly string[], rules: readonly TreeNode[]): readonly number[] | null {
  const parents = new Map(rules.map(({ id, pid }) => [id, pid]));
  const all = new Set<number>();
  for (const text of ids) {
    if (!parents.has(Number(text))) return null;
    for (let id = Number(text); id > 0; id = parents.get(id) ?? 0) all.add(id);
  }
  return [...all].toSorted((a, b) => a - b);
}

/**
 * What is stored where a form gave back what it was shown: what there was, as a rule that stands alone, without what is below it, was not
 * in the form and stays; with what stands above it by now, without which the menu would show none of it.
 * @returns null when the form gave back something else
 */
export function asShown(chosen: readonly number[], stored: readonly string[], rules: readonly TreeNode[]): readonly string[] | null {
  if (stored.length === 0 || String(withParents(rulesInForm(stored, rules), rules)) !== String(chosen)) return null;
  const whole = withParents(stored, rules);
  return whole === null || whole.length === new Set(stored).size ? stored : whole.map(String);
}
