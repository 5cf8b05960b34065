import type { Language } from '#domain/base/language';
import type { PageFiles, PreloadedFiles, PreloadedPage } from '../../ports/ports.ts';
import { builtFiles, readBuildManifest, type BuildManifest } from './build-manifest.ts';

/** A page that asks the server something at its start needs this, whether or not before the paint. Documents and the sign-in ask for nothing. */
const CALLS = 'src/actors/calls/calls.bundle.ts';
const MORE_MESSAGES = 'src/ui/base/lazy-messages.ts';
const ADMIN_SHELL = [
  'src/ui/admin/shell/AdminArea.tsx',
  'src/actors/shell/admin.bundle.ts',
  'src/actors/table/drafts.ts',
  'src/ui/kit/cells/time-text.ts',
  CALLS,
  MORE_MESSAGES,
];
const TABLE = [
  'src/ui/admin/table/SectionPage.tsx',
  'src/actors/table/table.bundle.ts',
  'src/ui/kit/table/columns/ColumnEdge.tsx',
  'src/ui/kit/table/import/ImportMenu.tsx',
  'src/ui/kit/table/views/SavedViewsMenu.tsx',
];

/** Texts of every page. */
export const BASE_WORDS = ['common', 'errors', 'validation'];

/** Texts that first pages begin with beside those, all of a page in one file a language (`scripts/build/page-words.ts`); a table is a page of the back office. */
export const PAGE_WORDS = {
  adminLogin: ['admin'],
  memberLogin: ['public', 'entry'],
  chat: ['chatPage'],
  member: ['member'],
  admin: ['admin', 'menu', 'resources', 'savedViews'],
} as const satisfies Partial<Readonly<Record<PreloadedPage, readonly string[]>>>;
export type WordsOf = keyof typeof PAGE_WORDS;

interface Parts {
  /** Source files that the page loads lazily, beside the entry and what that imports. */
  readonly sources: readonly string[];
  /** Whose texts it has. */
  readonly words: WordsOf;
}

/**
 * What each page has fetched when a first visit to it comes to rest; held to that by `tests/e2e/page-weights.long.e2e.ts`. The reply that begins a
 * visit names these files, so that they come side by side instead of each after the one that asks for it.
 */
export const PAGE_PARTS: Readonly<Record<PreloadedPage, Parts>> = {
  adminLogin: { sources: ['src/ui/admin/session/LoginPage.tsx'], words: 'adminLogin' },
  memberLogin: { sources: ['src/ui/member/MemberLoginPage.tsx'], words: 'memberLogin' },
  chat: {
    sources: ['src/ui/site/chat/ChatPage.tsx', 'src/actors/chat/chat.bundle.ts', CALLS, MORE_MESSAGES],
    words: 'chat',
  },
  member: {
    sources: [
      'src/ui/member/MemberArea.tsx',
      'src/ui/member/overview/OverviewPage.tsx',
      'src/actors/members/member.bundle.ts',
      'src/ui/kit/cells/time-text.ts',
      CALLS,
      MORE_MESSAGES,
    ],
    words: 'member',
  },
  admin: { sources: ADMIN_SHELL, words: 'admin' },
  adminTable: { sources: [...ADMIN_SHELL, ...TABLE], words: 'admin' },
};

export const ENTRY = 'src/main.tsx';
/** Sources that bring groups of sections: their declarations, and their words in a language. `scripts/build/section-groups.ts` makes them. */
export const groupSources = (groups: Iterable<string>, language: Language): readonly string[] =>
  [...groups].flatMap((group) => [`src/sections/@menu-${group}.js`, `src/sections/@menu-${group}.${language}.js`]);

/** The source of a page's texts in a language, those of every page among them. */
export const pageWordsSource = (of: WordsOf, language: Language): string => `src/sections/@page-${of}.${language}.js`;

/** Sources that a first visit to a page asks for in a language, the entry among them. */
export const sourcesOf = (parts: Parts, language: Language, groups: readonly string[] = []): readonly string[] => [
  ENTRY,
  ...parts.sources,
  pageWordsSource(parts.words, language),
  ...groupSources(groups, language),
];

type Preloads = Pick<PageFiles, 'preloads' | 'tablePreloads'>;

/**
 * @param tables the groups by which the table of a section is drawn, by the path of its page
 * @returns for each page the addresses of its scripts and styles; null before the client was built, and while its list is being written
 */
export function readPreloads(dist: string, tables: ReadonlyMap<string, readonly string[]>): Required<Preloads> {
  try {
    return preloadsIn(readBuildManifest(dist) ?? {}, tables);
  } catch {
    // Pages do without: each part then asks for the next.
    return { preloads: null, tablePreloads: null };
  }
}

function preloadsIn(manifest: BuildManifest, tables: ReadonlyMap<string, readonly string[]>): Required<Preloads> {
  const preloadsOf = (parts: Parts, groups: readonly string[] = []): PreloadedFiles => {
    const [chinese, english] = (['zh-cn', 'en'] as const).map((language) =>
      builtFiles(manifest, sourcesOf(parts, language, groups)).map((file) => `/${file}`),
    ) as [string[], string[]];
    return {
      files: chinese.filter((file) => english.includes(file)),
      'zh-cn': chinese.filter((file) => !english.includes(file)),
      en: english.filter((file) => !chinese.includes(file)),
    };
  };
  const { adminLogin, admin, adminTable, memberLogin, member, chat } = PAGE_PARTS;
  return {
    preloads: {
      adminLogin: preloadsOf(adminLogin),
      admin: preloadsOf(admin),
      adminTable: preloadsOf(adminTable),
      memberLogin: preloadsOf(memberLogin),
      member: preloadsOf(member),
      chat: preloadsOf(chat),
    },
    tablePreloads: Object.fromEntries([...tables].map(([path, groups]) => [path, preloadsOf(adminTable, groups)])),
  };
}
