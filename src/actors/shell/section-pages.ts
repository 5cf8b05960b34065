import { isSamePath } from '#domain/base/addresses/address';
import { NO_ABILITIES } from '#domain/table/abilities';
import { pagePathOf } from '#domain/table/resource';
import { selectStart, type AdminShellRef } from '#machines/shell/admin-shell.machine';
import type { ShellStart } from '#machines/shell/admin-shell.vocabulary';
import { arrivedResources, bringSections, isOnTheWay, knownSections } from '../base/resource-book.ts';
import { sectionInput } from './section-input.ts';

type TablesOf = (account: number) => Readonly<Record<string, unknown>>;

/** What tables begin with, by the names of their menu rules: of all sections whose declarations are here. */
export function sectionInputs(
  tables: Readonly<Record<string, unknown>>,
  revisions: ReadonlyMap<string, number> = new Map(),
): ShellStart['sections'] {
  const inputs = arrivedResources().map(
    (resource) =>
      [pagePathOf(resource), sectionInput(resource, NO_ABILITIES, tables[resource.name], revisions.get(resource.name))] as const,
  );
  return Object.fromEntries(inputs);
}

/** The menu rules of tables whose declarations are still to come. */
export const laterPages = (): readonly string[] =>
  knownSections()
    .filter(({ name }) => isOnTheWay(name))
    .map(pagePathOf);

/** The sections behind pages, by the names of their menu rules. */
const sectionsBehind = (pages: ReadonlySet<string>): readonly string[] =>
  knownSections()
    .filter((section) => pages.has(pagePathOf(section)))
    .map(({ name }) => name);

/** The names of the menu rules behind addresses. */
const pagesAt = ({ routes }: ShellStart['menu'], paths: readonly string[]): ReadonlySet<string> =>
  new Set(routes.filter((route) => paths.some((path) => isSamePath(route.path, path))).map(({ name }) => name));

/** Whether the page at an address is a table of records. */
export const isTable = (menu: ShellStart['menu'], path: string): boolean => sectionsBehind(pagesAt(menu, [path])).length > 0;

/** Brings what the tables at these addresses are drawn by, where there are any. @throws LazyCodeError */
export const bringPages = (menu: ShellStart['menu'], paths: readonly string[]): Promise<void> =>
  bringSections(sectionsBehind(pagesAt(menu, paths)));

/**
 * Brings what the page at an address is drawn by before the address changes, and tells the shell of it. Before there is a menu the address
 * is taken for the one that the page has by itself; the shell looks again when it knows.
 */
export async function bringPage(path: string, shell: AdminShellRef | undefined, tablesOf: TablesOf): Promise<void> {
  const start = shell && selectStart(shell.getSnapshot());
  if (!start) {
    // While the shell asks who is there; it waits for it by itself, and says so where it does not arrive.
    void bringSections(sectionsBehind(new Set([path.replace(/^\/admin\//u, '')]))).catch(() => null);
    return;
  }
  await bringPages(start.menu, [path]);
  const later = new Set(start.later);
  const inputs = Object.entries(sectionInputs(tablesOf(start.admin.id))).filter(([name]) => later.has(name));
  if (inputs.length > 0) shell.send({ type: 'shell.declared', sections: Object.fromEntries(inputs) });
}
