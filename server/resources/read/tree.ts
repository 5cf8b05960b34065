/** Nesting and drawing of tree lists, on wire rows. Source: wire protocol §4.6. */
export type TreeRow = Readonly<Record<string, unknown>>;

interface TreeNode {
  readonly row: TreeRow;
  readonly children: TreeNode[];
}

/** A row is top-level when its parent is not among the rows; the order of siblings is that of the rows. */
function grow(rows: readonly TreeRow[], idName: string, parentName: string): readonly TreeNode[] {
  const nodes = rows.map((row): TreeNode => ({ row, children: [] }));
  const byId = new Map(nodes.map((node) => [node.row[idName], node]));
  const top: TreeNode[] = [];
  for (const node of nodes) (byId.get(node.row[parentName])?.children ?? top).push(node);
  return top;
}

interface Step<Kept> {
  readonly node: TreeNode;
  readonly isLast: boolean;
  /** What was kept of the node above; of none at the top. */
  readonly above: Kept | null;
}

/** Visits each node before those below it. It keeps its own list of what is to come: a tree may be deeper than calls can be. */
function visit<Kept>(top: readonly TreeNode[], keep: (step: Step<Kept>) => Kept): void {
  const waiting: Step<Kept>[] = [];
  const wait = (nodes: readonly TreeNode[], above: Kept | null): void => {
    for (const [index, node] of [...nodes.entries()].toReversed()) waiting.push({ node, isLast: index === nodes.length - 1, above });
  };
  wait(top, null);
  for (let step = waiting.pop(); step; step = waiting.pop()) {
    const kept = keep(step);
    wait(step.node.children, kept);
  }
}

/** Top-level rows always have `children`, deeper ones only when there are some. */
export function nestRows(rows: readonly TreeRow[], idName: string, parentName: string): Record<string, unknown>[] {
  const nested: Record<string, unknown>[] = [];
  visit<Record<string, unknown>[]>(grow(rows, idName, parentName), ({ node: { row, children }, above }) => {
    const below: Record<string, unknown>[] = [];
    (above ?? nested).push(above === null || children.length > 0 ? { ...row, children: below } : { ...row });
    return below;
  });
  return nested;
}

/** The tree in reading order; the label carries drawn branches from the second level on. */
export function drawTree(rows: readonly TreeRow[], idName: string, parentName: string, labelName: string): Record<string, unknown>[] {
  const drawn: Record<string, unknown>[] = [];
  visit<{ level: number; isLast: boolean }>(grow(rows, idName, parentName), ({ node: { row }, isLast, above }) => {
    const level = (above?.level ?? 0) + 1;
    const title = row[labelName];
    const label = branch(level, isLast, above?.isLast ?? true) + (typeof title === 'string' ? title : '');
    drawn.push({ ...row, [labelName]: label });
    return { level, isLast };
  });
  return drawn;
}

function branch(level: number, isLast: boolean, isParentLast: boolean): string {
  if (level === 1) return '';
  const corner = isLast ? '└' : '├';
  if (level === 2) return `    ${corner}`;
  return `    ${isParentLast ? '' : '│'}${' '.repeat(4 * (level - 2))}${corner}`;
}

/** Ids in the order in which a tree is read: parents before what hangs on them. */
export function inReadingOrder(ids: readonly number[], parents: readonly number[]): number[] {
  const rows = ids.map((id, index) => ({ id, parent: parents[index] }));
  const ordered: number[] = [];
  visit(grow(rows, 'id', 'parent'), ({ node }) => ordered.push(node.row['id'] as number));
  return ordered;
}
