/**
 * The name of the resource that a section's folder is of: `money-log` → `moneyLog`.
 * @param folder its name, or the path of a file in it
 */
export function resourceNameOf(folder: string): string {
  const name = folder.includes('/') ? (folder.split('/').at(-2) ?? '') : folder;
  return name.replaceAll(/-(.)/gu, (_, letter: string) => letter.toUpperCase());
}

/** `moneyLog` → `money-log`. */
export const folderNameOf = (resource: string): string => resource.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

/** A section's message file: words of menus, which other sections may be below, and all else under `resources.<name>`. */
export interface SectionTexts {
  readonly menu: Readonly<Record<string, string>>;
  readonly [part: string]: unknown;
}

/** What sections' message files add to the namespaces of these names. */
export function sectionMessages(
  files: Readonly<Record<string, SectionTexts>>,
): Readonly<Record<'menu' | 'resources', Readonly<Record<string, unknown>>>> {
  const menu: Record<string, string> = {};
  const resources: Record<string, unknown> = {};
  for (const [folder, { menu: words, ...texts }] of Object.entries(files)) {
    Object.assign(menu, words);
    resources[resourceNameOf(folder)] = texts;
  }
  return { menu, resources };
}
