import type { AnyMachineSnapshot } from 'xstate';

/** What views read of a machine: a function of its snapshot alone. */
export type Selector = (snapshot: AnyMachineSnapshot) => unknown;

const MODULES = import.meta.glob<Readonly<Record<string, unknown>>>('/src/machines/**/*.{machine,selectors}.ts');

/** @returns the selectors that the file of a machine exports, or the one beside it, by name; those that ask for more than the snapshot are left out */
export async function selectorsOf(machineId: string): Promise<Readonly<Record<string, Selector>>> {
  const stem = `/${machineId.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}.`;
  const own = Object.entries(MODULES).filter(([path]) => ['machine', 'selectors'].some((role) => path.endsWith(`${stem}${role}.ts`)));
  const exported = (await Promise.all(own.map(([, load]) => load()))).flatMap((module) => Object.entries(module));
  return Object.fromEntries(
    exported.filter((entry): entry is [string, Selector] => {
      const [name, value] = entry;
      return name.startsWith('select') && typeof value === 'function' && value.length === 1;
    }),
  );
}
