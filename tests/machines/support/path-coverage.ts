import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getStateNodes } from '@xstate/graph';
import type { AnyStateMachine, AnyTransitionDefinition, InspectionEvent } from 'xstate';
import type { PathKind, PathSource, PathWalk } from '#domain/observe/path-report';
import { edgeIdOf } from '#machines/observe/chart-of';
import { watchPaths } from './path-watch.ts';

/** How a thing was first reached. */
export interface WalkedWay {
  readonly steps: readonly string[];
  /** Null where something on the way cannot be written down. */
  readonly walk: PathWalk | null;
}

/** What one test file has walked of one machine. */
export interface WalkedPaths {
  readonly source: PathSource;
  readonly machine: string;
  readonly state: readonly string[];
  readonly transition: readonly string[];
  readonly guard: readonly string[];
  /** Of what a named walk has reached; of a model it is the shortest way to the edge that met it first. */
  readonly ways: Readonly<Record<string, WalkedWay>>;
}

/** Where every run leaves what it has walked; a whole run empties it first. */
const FOLDER = join(process.cwd(), 'node_modules/.cache/troupe/paths');

const transitionsOf = (machine: AnyStateMachine): AnyTransitionDefinition[] =>
  [machine.root, ...getStateNodes(machine.root)].flatMap((node) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])]);

/** Every transition declared in a machine. */
export const declaredTransitions = (machine: AnyStateMachine): string[] => transitionsOf(machine).map(edgeIdOf);

/** Every state, and both decisions of the guard of every guarded transition. */
export const declaredPaths = (machine: AnyStateMachine): Readonly<Record<PathKind, readonly string[]>> => ({
  // A history state is a way back, and nowhere to be.
  state: [machine.root, ...getStateNodes(machine.root)].filter(({ type }) => type !== 'history').map(({ id }) => id),
  transition: declaredTransitions(machine),
  guard: transitionsOf(machine)
    .filter(({ guard }) => guard !== undefined)
    .flatMap((one) => [`${edgeIdOf(one)} | yes`, `${edgeIdOf(one)} | no`]),
});

/** Collects what is walked; `machineOnly` leaves out the machines beside it. */
export class PathRecord {
  readonly #ways: Record<string, WalkedWay> = {};
  #fresh: string[] = [];
  readonly #byMachine = new Map<string, Readonly<Record<PathKind, Set<string>>>>();
  readonly inspect: (inspected: InspectionEvent) => void;

  constructor(machineOnly?: string) {
    this.inspect = watchPaths((machine, kind, key) => {
      if (machineOnly === undefined || machine === machineOnly) this.add(machine, kind, key);
    });
  }

  add(machine: string, kind: PathKind, key: string): void {
    let walked = this.#byMachine.get(machine);
    if (!walked) this.#byMachine.set(machine, (walked = { state: new Set(), transition: new Set(), guard: new Set() }));
    if (!walked[kind].has(key)) this.#fresh.push(key);
    walked[kind].add(key);
  }

  /** Says of what is new since the last time which way has met it. */
  name(way: () => WalkedWay): void {
    if (this.#fresh.length === 0) return;
    const named = way();
    for (const key of this.#fresh) this.#ways[key] = named;
    this.#fresh = [];
  }

  of(machine: string, kind: PathKind): ReadonlySet<string> {
    return this.#byMachine.get(machine)?.[kind] ?? new Set();
  }

  /** What was walked of one machine, as plain data. */
  walked(source: PathSource, machine: string): WalkedPaths {
    const of = (kind: PathKind) => [...this.of(machine, kind)];
    return { source, machine, state: of('state'), transition: of('transition'), guard: of('guard'), ways: this.#ways };
  }

  /** @param writer what tells this record's files from those of other tests of the same machines */
  write(source: PathSource, writer: string): void {
    mkdirSync(FOLDER, { recursive: true });
    for (const machine of this.#byMachine.keys()) {
      const name = createHash('sha256').update(`${source} ${machine} ${writer}`).digest('hex').slice(0, 16);
      writeFileSync(join(FOLDER, `${name}.json`), JSON.stringify(this.walked(source, machine)));
    }
  }
}

/** What earlier runs have left. */
export const forgetWalkedPaths = (): void => rmSync(FOLDER, { recursive: true, force: true });

export function readWalkedPaths(): WalkedPaths[] {
  mkdirSync(FOLDER, { recursive: true });
  return readdirSync(FOLDER).map((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as WalkedPaths);
}
