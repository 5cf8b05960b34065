import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StateMachine, type AnyStateMachine } from 'xstate';
import { isLife, lifeMachine } from '#machines/life/life-machine';

const FOLDER = 'src/machines';
const SECTIONS = 'src/sections';

export interface MachineFile {
  /** Beside the project's root. */
  readonly path: string;
  readonly machine: AnyStateMachine;
}

/** What files of a folder export that is machines, or can be taken as one. */
async function readFiles(
  root: string,
  folder: string,
  ending: string,
  machinesOf: (exported: readonly unknown[]) => readonly AnyStateMachine[],
): Promise<readonly MachineFile[]> {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort();
  const files = await Promise.all(
    names.map(async (name) => {
      const exported: object = await import(/* @vite-ignore */ pathToFileURL(join(root, folder, name)).href);
      const machines = machinesOf(Object.values(exported));
      if (machines.length === 0) throw new Error(`${name} exports no machine`);
      return machines.map((machine) => ({ path: `${folder}/${name}`, machine }));
    }),
  );
  return files.flat();
}

/** Every machine of the application, room by room. */
export const readMachines = (root = process.cwd()): Promise<readonly MachineFile[]> =>
  readFiles(root, FOLDER, '.machine.ts', (exported) => exported.filter((value): value is AnyStateMachine => value instanceof StateMachine));

/** The life of every shipped section that has one, as a machine. */
export const readLives = (root = process.cwd()): Promise<readonly MachineFile[]> =>
  readFiles(root, SECTIONS, '.life.ts', (exported) => exported.filter(isLife).map(lifeMachine));
