import type { AnyMachineSnapshot } from 'xstate';

/** What views read of a machine: a function of its snapshot alone. */
export type Selector = (snapshot: AnyMachineSnapshot) => unknown;

const MODULES = import.meta.glob<Readonly<Record<string, unknown>>>('/src/machines/**/*.machine.ts');

/** @returns the selectors that the file of a machine exports, by name; those that ask for more than the snapshot are left out */
export async function selectorsOf(machineId: string): Promise<Readonly<Record<string, Selector>>> {
  const fileName = `/${machineId.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}.machine.ts`;
  const load = Object.entries(MODULES).find(([path]) => path.endsWith(fileName))?.[1];
  const exported = Object.entries((await load?.()) ?? {});
  return Object.fromEntries(
    exported.filter((entry): entry is [string, Selector] => {
      const [name, value] = entry;
      return name.startsWith('select') && typeof value === 'function' && value.length === 1;
    }),
  );
}
