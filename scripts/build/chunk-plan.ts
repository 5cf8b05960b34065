import { PAGE_PARTS, ENTRY } from '../../server/adapters/pages/page-parts.ts';
import type { PreloadedPage } from '../../server/ports/ports.ts';

interface Modules {
  getModuleInfo(
    id: string,
  ): (Readonly<Record<'importedIds' | 'dynamicallyImportedIds', readonly string[]>> & { readonly code: string | null }) | null;
}

interface Chunk {
  readonly name: string;
  readonly pages: readonly PreloadedPage[];
}

const BACK_OFFICE: readonly PreloadedPage[] = ['admin', 'adminTable'];
const SIGNED_IN: readonly PreloadedPage[] = [...BACK_OFFICE, 'member'];
const CALLING: readonly PreloadedPage[] = [...SIGNED_IN, 'chat'];
const EVERY_PAGE = Object.keys(PAGE_PARTS) as PreloadedPage[];

/**
 * The files that first visits are made of, narrow ones first: a module goes to the first of them that all of its pages load anyway. Of any
 * two that share a page one holds all pages of the other; so a file imports from wider ones only, and never in a circle. The bundler fills
 * them in the order of their names, each with all that its modules import: by the alphabet, too, wider ones come first.
 */
const CODE: readonly Chunk[] = [
  { name: 'start-admin-login', pages: ['adminLogin'] },
  { name: 'start-member-login', pages: ['memberLogin'] },
  { name: 'start-chat', pages: ['chat'] },
  { name: 'start-member', pages: ['member'] },
  { name: 'start-table', pages: ['adminTable'] },
  { name: 'start-admin', pages: BACK_OFFICE },
  { name: 'sign-in', pages: ['adminLogin', 'memberLogin'] },
  { name: 'shared', pages: SIGNED_IN },
  { name: 'calls', pages: CALLING },
  { name: 'base', pages: EVERY_PAGE },
];
/** What the back office begins with and others open later: with the rest of its shell each of those would load a hundred KB for a button. */
const KIT = 'shared-kit';
/** What lies over a page and what it is written with: whatever opens first brings it, in one file instead of a dozen. By the alphabet the last, so that it takes nothing that a page begins with. */
const OVERLAYS = 'windows';
const OVERLAY_SOURCES = [
  'src/ui/kit/form-styles.ts',
  'src/ui/kit/menu/MenuAnchor.tsx',
  'node_modules/@mantine/core/esm/components/Popover/Popover.mjs',
];
/** What a page of the back office asks for in its first idle moment, as one file each. By the alphabet after those of first pages. */
const ONCE_DRAWN: Readonly<Record<string, string>> = {
  terminal: 'src/actors/terminal/terminal.bundle.ts',
  values: 'src/actors/fields/choice.bundle.ts',
};
/** The list of the groups of sections. */
const SECTIONS = 'src/sections/@heads.js';
/** Characters of a module that rather comes with more pages than lets others load a page for it. */
const SMALL = 1500;
/**
 * What any page may ask for together with its first call, and what faults and dialogs of the sign-ins take of what the shells have: beside
 * the calls, so that nobody loads a shell for it.
 */
const WITH_CALLS = [
  'src/api/contract/session/session.ts',
  'src/actors/session/renewal.ts',
  'src/actors/base/draft-store.ts',
  'src/actors/base/draft-slices.ts',
  'src/ui/base/use-first-touch.ts',
  'src/api/contract/table/resource.ts',
];
/** What declarations are checked by, and others may ask for too: beside them, so that nobody loads a group for it. */
const RULES = 'shared-rules';
/** A group of sections, as `section-groups.ts` makes it, comes as a file of its own with all that no first page has. By the alphabet after those. */
const GROUP = /\/src\/sections\/@menu-([\w-]+)\.js$/u;

/**
 * Few files by which of the first pages need them, instead of one for each set of pages that share a module: fewer requests, and they
 * compress better. Texts are files of their own as they are made (`section-groups.ts`); what opens later is the bundler's to divide.
 */
export function createChunkPlan(directory: string): (id: string, modules: Modules) => string | null {
  const root = directory.replaceAll('\\', '/');
  let plan: ReadonlyMap<string, string> | null = null;

  /** @param later whether what a module asks for when it is needed counts as well; null where it never does */
  const importedBy = (source: string, modules: Modules, later: ((id: string) => boolean) | null = null): ReadonlySet<string> => {
    const found = new Set<string>();
    // The plan is asked for once everything is known: what is unknown then has moved, and its page would fetch a chunk of others.
    if (!modules.getModuleInfo(`${root}/${source}`)) throw new Error(`${source} is part of no page`);
    const visit = (id: string): void => {
      if (found.has(id)) return;
      found.add(id);
      const module = modules.getModuleInfo(id);
      // The lists are reused by the next question.
      [...(module?.importedIds ?? []), ...(later?.(id) ? (module?.dynamicallyImportedIds ?? []) : [])].forEach(visit);
    };
    visit(`${root}/${source}`);
    return found;
  };

  const makePlan = (modules: Modules): ReadonlyMap<string, string> => {
    const uses = new Map<string, Set<PreloadedPage>>();
    const note = (source: string, pages: readonly PreloadedPage[]): void => {
      for (const id of importedBy(source, modules)) {
        const known = uses.get(id) ?? new Set();
        pages.forEach((page) => known.add(page));
        uses.set(id, known);
      }
    };
    note(ENTRY, EVERY_PAGE);
    for (const source of WITH_CALLS) note(source, CALLING);
    for (const page of EVERY_PAGE) for (const source of PAGE_PARTS[page].sources) note(source, [page]);
    const onceDrawn = new Map(
      Object.entries(ONCE_DRAWN).flatMap(([name, source]) => [...importedBy(source, modules)].map((id) => [id, name] as const)),
    );
    const overlays = new Set(OVERLAY_SOURCES.flatMap((source) => [...importedBy(source, modules)]).filter((id) => !uses.has(id)));
    const planned = new Map([...uses].map(([id, pages]) => [id, nameOf(pages)]));
    // What every page begins with can lead to any other, and so can what replays them.
    const isPlace = (id: string): boolean => planned.get(id) !== 'base' && !id.endsWith('/product-machines.ts');
    const openedFrom = (page: PreloadedPage): ReadonlySet<string> =>
      new Set(PAGE_PARTS[page].sources.flatMap((one) => [...importedBy(one, modules, isPlace)]));
    const [admin, member, chat] = [openedFrom('admin'), openedFrom('member'), openedFrom('chat')];
    const groups = new Map(
      [...importedBy(SECTIONS, modules, (id) => id.endsWith(SECTIONS))].flatMap((source) => {
        const [, group] = GROUP.exec(source) ?? [];
        if (group === undefined) return [];
        const own = [...importedBy(source.slice(root.length + 1), modules)].filter((id) => !uses.has(id));
        const isShared = (id: string): boolean => !id.startsWith(`${root}/src/sections/`) || member.has(id) || chat.has(id);
        return own.map((id) => [id, isShared(id) ? RULES : `table-${group}`] as const);
      }),
    );
    const isSmallLeaf = (id: string): boolean => {
      const module = modules.getModuleInfo(id);
      return (
        !id.endsWith('.css') &&
        (module?.code?.length ?? SMALL) < SMALL &&
        !module?.importedIds.some((one) => planned.get(one) === planned.get(id))
      );
    };
    const chunkOf = (id: string, name: string): string => {
      const isOffice = name === 'start-admin' || name === 'start-table';
      // Styles of the back office are one file: they pack better so, and are asked for at once.
      if (isOffice && (id.endsWith('.css') || member.has(id) || chat.has(id))) return KIT;
      if (name === 'start-member' && admin.has(id) && isSmallLeaf(id)) return 'shared';
      if (name === 'start-chat' && (member.has(id) || onceDrawn.has(id)) && isSmallLeaf(id)) return 'calls';
      return name;
    };
    const first = [...uses].map(([id, pages]): [string, string] => [id, chunkOf(id, nameOf(pages))]);
    // Of two lists that name a module the later one counts.
    return new Map([...onceDrawn, ...groups, ...[...overlays].map((id): [string, string] => [id, OVERLAYS]), ...first]);
  };

  return (id, modules) => {
    plan ??= makePlan(modules);
    return plan.get(id) ?? null;
  };
}

function nameOf(pages: ReadonlySet<PreloadedPage>): string {
  const chunk = CODE.find((one) => [...pages].every((page) => one.pages.includes(page)));
  if (!chunk) throw new Error(`no file is loaded by all of ${[...pages].join(', ')}`);
  return chunk.name;
}
