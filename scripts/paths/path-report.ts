import type { AnyStateMachine } from 'xstate';
import { chartOf, type Chart } from '#machines/support/chart-of';
import { PATH_SOURCES, declaredPaths, type PathSource, type WalkedPaths } from '#tests/support/path-coverage.ts';
import type { PathKind } from '#tests/support/path-watch.ts';
import { markdownTable } from '../bench/markdown-table.ts';
import { edgeLabel } from './mermaid.ts';
import type { MachineFile } from './read-machines.ts';

const KINDS: readonly PathKind[] = ['state', 'transition', 'guard'];

/** Where a thing was walked, and how it is reached. */
export interface PathItem {
  readonly key: string;
  readonly sources: readonly PathSource[];
  /** The shortest way to it: the events of the first edge that took it, or what the chart says where none did; guards not asked. */
  readonly way: string;
}

export interface MachinePaths {
  readonly id: string;
  readonly path: string;
  readonly state: readonly PathItem[];
  readonly transition: readonly PathItem[];
  readonly guard: readonly PathItem[];
}

export interface PathReport {
  readonly machines: readonly MachinePaths[];
  /** What the gate misses: states and transitions that no test made from the machine walks. */
  readonly missing: readonly string[];
}

/** Joins what is declared with what was walked. */
export function pathReport(files: readonly MachineFile[], walks: readonly WalkedPaths[]): PathReport {
  const machines = files.map(({ path, machine }) => machinePaths(path, machine, walks));
  const missing = machines.flatMap(({ id, state, transition }) =>
    [...state, ...transition].filter(({ sources }) => !sources.includes('model')).map(({ key, way }) => `${id}: ${key} (way: ${way})`),
  );
  return { machines, missing };
}

function machinePaths(path: string, machine: AnyStateMachine, walks: readonly WalkedPaths[]): MachinePaths {
  const declared = declaredPaths(machine);
  const own = walks.filter((walked) => walked.machine === machine.id);
  const chart = chartOf(machine);
  const items = (kind: PathKind): PathItem[] =>
    declared[kind].map((key) => ({
      key,
      sources: PATH_SOURCES.filter((source) => own.some((walked) => walked.source === source && walked[kind].includes(key))),
      way: own.find(({ ways }) => ways[key] !== undefined)?.ways[key] ?? wayOnChart(chart, kind, key),
    }));
  return { id: machine.id, path, state: items('state'), transition: items('transition'), guard: items('guard') };
}

/** The fewest transitions from the beginning to a state, or to and over a transition, as far as the chart can say. */
export function wayOnChart(chart: Chart, kind: PathKind, key: string): string {
  const edge = chart.edges.find(({ id }) => id === key || key.startsWith(`${id} | `));
  const goal = kind === 'state' ? key : (edge?.sourceId ?? '');
  const way = wayTo(chart, goal);
  if (way === null) return 'none: the state cannot be reached';
  const steps = kind !== 'state' && edge ? [...way, edgeLabel(edge)] : way;
  return steps.length > 0 ? steps.join(' > ') : '(the beginning)';
}

function wayTo(chart: Chart, goal: string): readonly string[] | null {
  const ways = new Map<string, readonly string[]>();
  const nodes = new Map(chart.nodes.map((node) => [node.id, node]));
  const enter = (id: string, way: readonly string[]): void => {
    if (ways.has(id)) return;
    ways.set(id, way);
    const node = nodes.get(id);
    if (node?.parentId) enter(node.parentId, way);
    for (const child of chart.nodes) if (child.parentId === id && (child.isInitial || node?.kind === 'parallel')) enter(child.id, way);
  };
  if (chart.nodes[0]) enter(chart.nodes[0].id, []);
  // A map grows while it is walked, so this is breadth first.
  for (const [id, way] of ways)
    for (const edge of chart.edges) if (edge.sourceId === id) for (const target of edge.targetIds) enter(target, [...way, edgeLabel(edge)]);
  return ways.get(goal) ?? null;
}

const share = (items: readonly PathItem[], source: PathSource): string =>
  `${items.filter(({ sources }) => sources.includes(source)).length}/${items.length}`;

/** One line for all machines together. */
export function summary({ machines }: PathReport): string {
  const all = (kind: PathKind) => machines.flatMap((machine) => machine[kind]);
  const parts = KINDS.map((kind) => `${kind}s ${PATH_SOURCES.map((source) => `${share(all(kind), source)} ${source}`).join(', ')}`);
  return `paths of ${machines.length} machines: ${parts.join('; ')}`;
}

/** The report for readers. */
export function reportText(report: PathReport): string {
  const table = KINDS.map((kind) =>
    [
      `## ${{ state: 'States', transition: 'Transitions', guard: 'Decisions of guards' }[kind]}\n`,
      markdownTable(
        ['machine', 'declared', ...PATH_SOURCES],
        report.machines.map((machine) => [machine.id, machine[kind].length, ...PATH_SOURCES.map((source) => share(machine[kind], source))]),
      ),
    ].join('\n'),
  );
  const nowhere = report.machines.flatMap((machine) =>
    KINDS.flatMap((kind) =>
      machine[kind].filter(({ sources }) => sources.length === 0).map(({ key, way }) => `- ${machine.id}: ${kind} \`${key}\`, by: ${way}`),
    ),
  );
  const onlyModel = report.machines.flatMap((machine) =>
    machine.transition.filter(({ sources }) => sources.join() === 'model').map(({ key, way }) => `- ${machine.id}: \`${key}\`, by: ${way}`),
  );
  return [
    '# Paths through the machines\n',
    `${summary(report)}.\n`,
    ...table.map((part) => `${part}\n`),
    '## Walked by nothing\n',
    `${nowhere.length > 0 ? nowhere.join('\n') : 'Nothing.'}\n`,
    '## Transitions walked by model tests alone\n',
    `${onlyModel.length > 0 ? onlyModel.join('\n') : 'None.'}\n`,
  ].join('\n');
}
