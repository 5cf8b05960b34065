import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getStateNodes } from '@xstate/graph';
import type { AnyStateMachine, AnyTransitionDefinition, InspectionEvent } from 'xstate';
import { watchPaths, type PathKind } from './path-watch.ts';

/** Who walked: tests made from a machine, those that drive its view, a browser, a recorded session that was folded again. */
export const PATH_SOURCES = ['model', 'view', 'browser', 'replay'] as const;
export type PathSource = (typeof PATH_SOURCES)[number];

/** What one test file has walked of one machine. */
export interface WalkedPaths {
  readonly source: PathSource;
  readonly machine: string;
  readonly state: readonly string[];
  readonly transition: readonly string[];
  readonly guard: readonly string[];
}

/** Where every run leaves what it has walked; a whole run empties it first. */
const FOLDER = join(process.cwd(), 'node_modules/.cache/troupe/paths');

/** Survives `provide()`, which makes new state nodes; guarded alternatives of one event count apart. */
export function transitionKey(taken: AnyTransitionDefinition): string {
  const { source, eventType } = taken;
  const list = eventType === '' ? (source.always ?? []) : (source.transitions.get(eventType) ?? []);
  return `${source.id} | ${eventType || '(always)'} | ${list.indexOf(taken)}`;
}

const transitionsOf = (machine: AnyStateMachine): AnyTransitionDefinition[] =>
  [machine.root, ...getStateNodes(machine.root)].flatMap((node) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])]);

/** Every transition declared in a machine. */
export const declaredTransitions = (machine: AnyStateMachine): string[] => transitionsOf(machine).map(transitionKey);

/** Every state, and both decisions of the guard of every guarded transition. */
export const declaredPaths = (machine: AnyStateMachine): Readonly<Record<PathKind, readonly string[]>> => ({
  state: [machine.root, ...getStateNodes(machine.root)].map(({ id }) => id),
  transition: declaredTransitions(machine),
  guard: transitionsOf(machine)
    .filter(({ guard }) => guard !== undefined)
    .flatMap((one) => [`${transitionKey(one)} | yes`, `${transitionKey(one)} | no`]),
});

/** Collects what is walked; `machineOnly` leaves out the machines beside it. */
export class PathRecord {
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
    walked[kind].add(key);
  }

  of(machine: string, kind: PathKind): ReadonlySet<string> {
    return this.#byMachine.get(machine)?.[kind] ?? new Set();
  }

  /** @param writer what tells this record's file from those of other tests of the same machine */
  write(source: PathSource, writer: string): void {
    mkdirSync(FOLDER, { recursive: true });
    for (const [machine, { state, transition, guard }] of this.#byMachine) {
      const walked: WalkedPaths = { source, machine, state: [...state], transition: [...transition], guard: [...guard] };
      const name = createHash('sha256').update(`${source} ${machine} ${writer}`).digest('hex').slice(0, 16);
      writeFileSync(join(FOLDER, `${name}.json`), JSON.stringify(walked));
    }
  }
}

export const forgetWalkedPaths = (): void => rmSync(FOLDER, { recursive: true, force: true });

export function readWalkedPaths(): WalkedPaths[] {
  mkdirSync(FOLDER, { recursive: true });
  return readdirSync(FOLDER).map((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as WalkedPaths);
}
