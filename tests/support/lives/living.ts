import { expect } from 'vitest';
import type { AnyMachineSnapshot, Snapshot } from 'xstate';

interface Living {
  readonly id: string;
  getSnapshot(): unknown;
}

/** Every running machine below an actor, by path, itself first. */
export function livingMachines(ref: Living, path = ref.id): [path: string, snapshot: AnyMachineSnapshot][] {
  const snapshot = ref.getSnapshot() as AnyMachineSnapshot;
  if (!('machine' in snapshot)) return [];
  const children = Object.values(snapshot.children) as Living[];
  return [[path, snapshot], ...children.flatMap((child) => livingMachines(child, `${path}/${child.id}`))];
}

/** Expects every running machine to be where its journal folds to. */
export function expectFolded(root: Living, folded: ReadonlyMap<string, Snapshot<unknown>>): void {
  for (const [path, { value, context, status }] of livingMachines(root)) {
    const again = folded.get(path) as AnyMachineSnapshot | undefined;
    expect({ path, value: again?.value, context: plain(again?.context), status: again?.status }).toEqual({
      path,
      value,
      context: plain(context),
      status,
    });
  }
}

const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
