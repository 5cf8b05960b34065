import type { AnyStateMachine } from 'xstate';
import { machineHash } from '#actors/observe/journal';
import { walkPath } from '#actors/observe/walk-path';
import {
  PATH_KINDS,
  PATH_SOURCES,
  walkedCount,
  type MachinePaths,
  type PathItem,
  type PathKind,
  type PathSource,
  type PathWalk,
} from '#domain/observe/path-report';
import { chartOf, type DrawnChart } from '#machines/observe/chart-of';
import { PathRecord, declaredPaths, type WalkedPaths } from '#tests/machines/support/path-coverage.ts';
import { markdownTable } from '../bench/markdown-table.ts';
import { edgeLabel } from './mermaid.ts';
import type { MachineFile } from './read-machines.ts';

export interface MeasuredPaths {
  readonly machines: readonly MachinePaths[];
  /** What the gate misses: states and transitions that no test made from the machine walks. */
  readonly missing: readonly string[];
}

const wayText = (way: PathItem['way']): string => {
  if (way === null) return 'none: the state cannot be reached';
  return way.length > 0 ? way.join(' > ') : '(the beginning)';
};

/** Joins what is declared with what was walked. */
export function pathReport(files: readonly MachineFile[], walks: readonly WalkedPaths[]): MeasuredPaths {
  const machines = files.map(({ path, machine }) => machinePaths(path, machine, walks));
  const missing = machines.flatMap(({ id, state, transition }) =>
    [...state, ...transition]
      .filter(({ sources }) => !sources.includes('model'))
      .map(({ key, way }) => `${id}: ${key} (way: ${wayText(way)})`),
  );
  return { machines, missing };
}

function machinePaths(path: string, machine: AnyStateMachine, walks: readonly WalkedPaths[]): MachinePaths {
  const declared = declaredPaths(machine);
  const own = walks.filter((walked) => walked.machine === machine.id);
  const chart = chartOf(machine);
  const shelf = createWalkShelf(machine);
  const itemOf = (kind: PathKind, key: string): PathItem => {
    const walked = own.find(({ ways }) => ways[key] !== undefined)?.ways[key];
    return {
      key,
      sources: PATH_SOURCES.filter((source) => own.some((one) => one.source === source && one[kind].includes(key))),
      way: walked ? walked.steps : wayOnChart(chart, kind, key),
      walk: walked?.walk ? shelf.numberOf(walked.walk, kind, key) : null,
    };
  };
  const items = (kind: PathKind): PathItem[] => declared[kind].map((key) => itemOf(kind, key));
  const [state, transition, guard] = [items('state'), items('transition'), items('guard')];
  return { id: machine.id, path, hash: machineHash(machine), walks: shelf.walks, state, transition, guard };
}

/** The walks of a machine, each once; only those that lead there with inert actors as well. */
function createWalkShelf(machine: AnyStateMachine) {
  const walks: PathWalk[] = [];
  const tried = new Map<string, { readonly number: () => number; readonly record: PathRecord }>();
  const tryOut = (walk: PathWalk) => {
    const record = new PathRecord(machine.id);
    walkPath(machine, walk, record.inspect);
    let number: number | null = null;
    return { record, number: () => (number ??= walks.push(walk) - 1) };
  };
  return {
    walks,
    numberOf(walk: PathWalk, kind: PathKind, key: string): number | null {
      const text = JSON.stringify(walk);
      const { record, number } = tried.get(text) ?? tryOut(walk);
      tried.set(text, { record, number });
      return record.of(machine.id, kind).has(key) ? number() : null;
    },
  };
}

/** The fewest transitions from the beginning to a state, or to and over a transition, as far as the chart can say. */
export function wayOnChart(chart: DrawnChart, kind: PathKind, key: string): readonly string[] | null {
  const edge = chart.edges.find(({ id }) => id === key || key.startsWith(`${id} | `));
  const goal = kind === 'state' ? key : (edge?.sourceId ?? '');
  const way = wayTo(chart, goal);
  return way !== null && kind !== 'state' && edge ? [...way, edgeLabel(edge)] : way;
}

function wayTo(chart: DrawnChart, goal: string): readonly string[] | null {
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

const share = (items: readonly PathItem[], source: PathSource): string => `${walkedCount(items, source)}/${items.length}`;

/** One line for all machines together. */
export function summary({ machines }: Pick<MeasuredPaths, 'machines'>): string {
  const all = (kind: PathKind) => machines.flatMap((machine) => machine[kind]);
  const parts = PATH_KINDS.map((kind) => `${kind}s ${PATH_SOURCES.map((source) => `${share(all(kind), source)} ${source}`).join(', ')}`);
  return `paths of ${machines.length} machines: ${parts.join('; ')}`;
}

/** The report for readers. */
export function reportText(report: Pick<MeasuredPaths, 'machines'>): string {
  const table = PATH_KINDS.map((kind) =>
    [
      `## ${{ state: 'States', transition: 'Transitions', guard: 'Decisions of guards' }[kind]}\n`,
      markdownTable(
        ['machine', 'declared', ...PATH_SOURCES],
        report.machines.map((machine) => [machine.id, machine[kind].length, ...PATH_SOURCES.map((source) => share(machine[kind], source))]),
      ),
    ].join('\n'),
  );
  const nowhere = report.machines.flatMap((machine) =>
    PATH_KINDS.flatMap((kind) =>
      machine[kind]
        .filter(({ sources }) => sources.length === 0)
        .map(({ key, way }) => `- ${machine.id}: ${kind} \`${key}\`, by: ${wayText(way)}`),
    ),
  );
  const onlyModel = report.machines.flatMap((machine) =>
    machine.transition
      .filter(({ sources }) => sources.join() === 'model')
      .map(({ key, way }) => `- ${machine.id}: \`${key}\`, by: ${wayText(way)}`),
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
