import { PAGE_PARTS, ENTRY, wordsSourcesOf } from '../../server/adapters/pages/page-parts.ts';
import type { PreloadedPage } from '../../server/ports/ports.ts';

interface Modules {
  getModuleInfo(
    id: string,
  ): (Readonly<Record<'importedIds' | 'dynamicallyImportedIds', readonly string[]>> & { readonly code: string | null }) | null;
}

const LANGUAGES = ['zh-cn', 'en'] as const;
type Kind = 'code' | (typeof LANGUAGES)[number];

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
const GROUP_WORDS = /\/src\/sections\/@menu-([\w-]+)\.([\w-]+)\.js$/u;
const WORDS: readonly Chunk[] = [
  { name: 'member-login', pages: ['memberLogin'] },
  { name: 'chat', pages: ['chat'] },
  { name: 'member', pages: ['member'] },
  { name: 'admin', pages: BACK_OFFICE },
  { name: 'admin-all', pages: [...BACK_OFFICE, 'adminLogin'] },
  { name: 'base', pages: EVERY_PAGE },
];

/**
 * Few files by which of the first pages need them, instead of one for each set of pages that share a module: fewer requests, and they
 * compress better. What opens later is the bundler's to divide.
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
    const uses = new Map<string, { readonly kind: Kind; readonly pages: Set<PreloadedPage> }>();
    const note = (source: string, kind: Kind, pages: readonly PreloadedPage[]): void => {
      for (const id of importedBy(source, modules)) {
        const known = uses.get(id) ?? { kind, pages: new Set() };
        pages.forEach((page) => known.pages.add(page));
        uses.set(id, known);
      }
    };
    note(ENTRY, 'code', EVERY_PAGE);
    for (const source of WITH_CALLS) note(source, 'code', CALLING);
    for (const page of EVERY_PAGE) {
      for (const source of PAGE_PARTS[page].sources) note(source, 'code', [page]);
      for (const language of LANGUAGES) for (const source of wordsSourcesOf(PAGE_PARTS[page], language)) note(source, language, [page]);
    }
    const overlays = new Set(OVERLAY_SOURCES.flatMap((source) => [...importedBy(source, modules)]).filter((id) => !uses.has(id)));
    const planned = new Map([...uses].map(([id, { kind, pages }]) => [id, nameOf(kind, pages)]));
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
      if ((name === 'start-admin' || name === 'start-table') && (member.has(id) || chat.has(id))) return KIT;
      if (name === 'start-member' && admin.has(id) && isSmallLeaf(id)) return 'shared';
      if (name === 'start-chat' && member.has(id) && isSmallLeaf(id)) return 'calls';
      return name;
    };
    const first = [...uses].map(([id, { kind, pages }]): [string, string] => [
      id,
      kind === 'code' ? chunkOf(id, nameOf(kind, pages)) : `${nameOf(kind, pages)}-${kind}`,
    ]);
    return new Map([...first, ...groups, ...[...overlays].map((id): [string, string] => [id, OVERLAYS])]);
  };

  return (id, modules) => {
    plan ??= makePlan(modules);
    const [, group, language] = GROUP_WORDS.exec(id) ?? [];
    return group === undefined ? (plan.get(id) ?? null) : `table-${group}-${language}`;
  };
}

function nameOf(kind: Kind, pages: ReadonlySet<PreloadedPage>): string {
  const chunk = (kind === 'code' ? CODE : WORDS).find((one) => [...pages].every((page) => one.pages.includes(page)));
  if (!chunk) throw new Error(`no file is loaded by all of ${[...pages].join(', ')}`);
  return chunk.name;
}
