/** Nesting and drawing of tree lists, on wire rows. Source: wire protocol §4.6. */
export type TreeRow = Readonly<Record<string, unknown>>;

interface TreeNode {
  readonly row: TreeRow;
  readonly children: readonly TreeNode[];
}

/** A row is top-level when its parent is not among the rows; the order of siblings is that of the rows. */
function grow(rows: readonly TreeRow[], idName: string, parentName: string): TreeNode[] {
  const ids = new Set(rows.map((row) => row[idName]));
  const below = Map.groupBy(rows, (row) => (ids.has(row[parentName]) ? row[parentName] : null));
  const nodes = (parent: unknown): TreeNode[] => (below.get(parent) ?? []).map((row) => ({ row, children: nodes(row[idName]) }));
  return nodes(null);
}

/** Top-level rows always have `children`, deeper ones only when there are some. */
export function nestRows(rows: readonly TreeRow[], idName: string, parentName: string): Record<string, unknown>[] {
  const rowOf = (node: TreeNode, isTop: boolean): Record<string, unknown> =>
    isTop || node.children.length > 0 ? { ...node.row, children: node.children.map((child) => rowOf(child, false)) } : { ...node.row };
  return grow(rows, idName, parentName).map((node) => rowOf(node, true));
}

/** The tree in reading order; the label carries drawn branches from the second level on. */
export function drawTree(rows: readonly TreeRow[], idName: string, parentName: string, labelName: string): Record<string, unknown>[] {
  const walk = (nodes: readonly TreeNode[], level: number, isParentLast: boolean): Record<string, unknown>[] =>
    nodes.flatMap((node, index) => {
      const isLast = index === nodes.length - 1;
      const title = node.row[labelName];
      const label = branch(level, isLast, isParentLast) + (typeof title === 'string' ? title : '');
      return [{ ...node.row, [labelName]: label }, ...walk(node.children, level + 1, isLast)];
    });
  return walk(grow(rows, idName, parentName), 1, true);
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
  const walk = (nodes: readonly TreeNode[]): number[] => nodes.flatMap(({ row, children }) => [row['id'] as number, ...walk(children)]);
  return walk(grow(rows, 'id', 'parent'));
}
