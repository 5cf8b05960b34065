const FILES: Readonly<Record<string, Readonly<Record<string, () => Promise<unknown>>>>> = {
  'resource.ts': import.meta.glob('../../../src/sections/*/*.resource.ts'),
  'life.ts': import.meta.glob('../../../src/sections/*/*.life.ts'),
  'hooks.ts': import.meta.glob('../../../src/sections/*/*.hooks.ts'),
};

const sectionIn = (path: string): string => path.split('/').at(-2) ?? '';

/** The same of a build, which holds no migrations: its database comes with its tables. */
export async function importSections(ending: string): Promise<readonly { readonly section: string; readonly main: unknown }[]> {
  const files = Object.entries(FILES[ending] ?? {}).toSorted(([a], [b]) => (sectionIn(a) < sectionIn(b) ? -1 : 1));
  return Promise.all(
    files.map(async ([path, load]) => ({ section: sectionIn(path), main: Object.values((await load()) as object)[0] as unknown })),
  );
}
