/** As much of the compiler's tree as is looked at here. */
interface Place {
  readonly node: Node;
  readonly parentPath: Place | null;
}
interface Node {
  readonly type: string;
  readonly callee?: Node;
  readonly object?: Node;
  readonly property?: Node;
  readonly key?: Node;
  readonly name?: string;
}

/** Calls whose arguments are words for whoever develops or runs the program, and decide nothing. */
const WORDS = new Set(['notProvided', 'Error', 'TypeError', 'RangeError']);

/** @returns why no fault is planted here; undefined where one is */
function reasonFor({ node }: Place): string | undefined {
  if (node.type === 'ObjectProperty' && node.key?.name === 'types') return 'types only, gone before the program runs';
  const { callee } = node;
  if (callee?.type === 'Identifier' && WORDS.has(callee.name ?? '')) return 'the words of a defect';
  if (callee?.type === 'MemberExpression' && nameOf(callee.object) === 'logger') return 'what the log of the process says';
  return undefined;
}

const nameOf = (node: Node | undefined): string | undefined => (node?.type === 'MemberExpression' ? node.property?.name : node?.name);

/** A plug-in of Stryker: mutants that change nothing anybody decides by are not made. */
export const strykerPlugins = [{ kind: 'Ignore', name: 'words', value: { shouldIgnore: reasonFor } }];
