import type { DrawnChart, ChartEdge, ChartNode, ChartTrigger } from '#machines/observe/chart-of';

const TRIGGER_WORDS: Readonly<Record<ChartTrigger['kind'], (name: string) => string>> = {
  event: (name) => name,
  any: () => 'any event',
  always: () => 'at once',
  after: (name) => `after ${name}`,
  actorDone: (name) => `${name} done`,
  actorFailed: (name) => `${name} failed`,
  actorChanged: (name) => `${name} changed`,
  stateDone: () => 'done',
};

/** What a transition waits for, and on which condition. */
export const edgeLabel = ({ trigger, guard }: ChartEdge): string =>
  `${TRIGGER_WORDS[trigger.kind](trigger.name)}${guard === null ? '' : ` [${guard}]`}`;

/** A chart as the text of a Mermaid state diagram. Transitions that stay where they are would only clutter it: they are left out. */
export function mermaidOf(chart: DrawnChart): string {
  const names = new Map(chart.nodes.map(({ id }, index) => [id, `s${index}`]));
  const parents = new Map(chart.nodes.map(({ id, parentId }) => [id, parentId]));
  const childrenOf = (id: string) => chart.nodes.filter(({ parentId }) => parentId === id);
  const [root] = chart.nodes;
  if (!root) return 'stateDiagram-v2';
  // A machine without states of its own is one state; regions stand beside each other only inside of one.
  const isRootDrawn = childrenOf(root.id).length === 0 || root.kind === 'parallel';

  const parallel = new Set(chart.nodes.filter(({ kind }) => kind === 'parallel').map(({ id }) => id));
  const ownersOf = (id: string | null): string[] => (id === null ? [] : [id, ...ownersOf(parents.get(id) ?? null)]);
  const arrows = chart.edges
    .filter(({ sourceId }) => isRootDrawn || sourceId !== root.id)
    .flatMap((edge) =>
      edge.targetIds.map((target) => {
        // Written down inside the innermost state that both ends are in, but not after its regions: renderers lose their way otherwise.
        const around = new Set(ownersOf(parents.get(target) ?? null));
        const home = ownersOf(parents.get(edge.sourceId) ?? null).find((id) => around.has(id) && !parallel.has(id)) ?? null;
        return { home, text: `${names.get(edge.sourceId)} --> ${names.get(target)} : ${edgeLabel(edge).replaceAll(/[:;#]/gu, ' ')}` };
      }),
    );

  const drawn = (node: ChartNode, depth: number): string[] => {
    const indent = '  '.repeat(depth);
    const name = names.get(node.id) ?? '';
    const own = [`${indent}state "${node.key}" as ${name}`];
    if (node.kind === 'final') own.push(`${indent}${name} --> [*]`);
    const inner = inside(node, depth + 1);
    return inner.length === 0 ? own : [...own, `${indent}state ${name} {`, ...inner, `${indent}}`];
  };
  const inside = (node: ChartNode, depth: number): string[] => {
    const indent = '  '.repeat(depth);
    const states = childrenOf(node.id).flatMap((child, index) => [
      ...(node.kind === 'parallel' && index > 0 ? [`${indent}--`] : []),
      ...(child.isInitial ? [`${indent}[*] --> ${names.get(child.id)}`] : []),
      ...drawn(child, depth),
    ]);
    return [...states, ...arrows.filter(({ home }) => home === node.id).map(({ text }) => indent + text)];
  };
  const top = arrows.filter(({ home }) => home === null).map(({ text }) => `  ${text}`);
  return ['stateDiagram-v2', ...(isRootDrawn ? drawn(root, 1) : inside(root, 1)), ...top].join('\n');
}
