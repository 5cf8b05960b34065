import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StateMachine, type AnyStateMachine } from 'xstate';

const FOLDER = 'src/machines';

export interface MachineFile {
  /** Beside the project's root. */
  readonly path: string;
  readonly machine: AnyStateMachine;
}

/** Every machine of the application, room by room. */
export async function readMachines(root = process.cwd()): Promise<readonly MachineFile[]> {
  const names = readdirSync(join(root, FOLDER), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.machine.ts'))
    .sort();
  const files = await Promise.all(
    names.map(async (name) => {
      const exported: object = await import(/* @vite-ignore */ pathToFileURL(join(root, FOLDER, name)).href);
      const machines = Object.values(exported).filter((value): value is AnyStateMachine => value instanceof StateMachine);
      if (machines.length === 0) throw new Error(`${name} exports no machine`);
      return machines.map((machine) => ({ path: `${FOLDER}/${name}`, machine }));
    }),
  );
  return files.flat();
}
