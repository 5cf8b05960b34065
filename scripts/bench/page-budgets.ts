import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { documentFilesOf, filesOf, readManifest } from '#server/adapters/pages/build-manifest';

export interface PageBudget {
  readonly name: string;
  /** Scripts and styles of a first visit, brotli, in KB of 1024 bytes: the goal. Source: performance.md "Budgets". */
  readonly budgetKb: number;
  /** What the build may weigh: just above today's, never above a goal that is met. Raising it is a decision of its own, never by the way. */
  readonly limitKb: number;
  /**
   * What the page loads lazily, beside the entry and what that imports: all that a browser has fetched when it comes to rest, held to
   * that by `tests/e2e/bench.e2e.ts`.
   */
  readonly lazy: readonly string[];
  /** Drawn by the server, without the application. */
  readonly isDocument?: boolean;
}

const ENTRY = 'index.html';

/** Scripts and styles that a first visit to a page fetches. @param dist the folder of the build */
export function filesOfPage(dist: string, { lazy, isDocument = false }: PageBudget): string[] {
  return isDocument ? documentFilesOf(dist) : filesOf(readManifest(dist) ?? {}, [ENTRY, ...lazy]);
}

/** A page that asks the server something at its start needs this, whether or not before the paint. Documents and the sign-in ask for nothing. */
const LINE = ['src/actors/calls/calls.bundle.ts'];

const messages = (...names: readonly string[]): string[] => [
  'src/ui/base/messages/zh-cn.ts',
  ...(names.length > 1 ? ['src/ui/base/lazy-messages.ts'] : []),
  ...names.map((name) => `locales/zh-cn/${name}.json`),
];

/** Sections that came after the first sixteen: all come with the shell, each with its declaration and its texts. */
const LATER_SECTIONS = readdirSync(join(import.meta.dirname, '../../src/sections')).length - 16;
const SECTION_KB = 0.8;
/** The list of sections, and of the files of each, lies in what the chat shares with the back office; so many had been weighed. */
const SECTION_NAMES_KB = 0.15;
const SECTIONS_WEIGHED = 10;
const toTenths = (kb: number): number => Math.round(kb * 10) / 10;

/** The pages people wait for first, with the Chinese message files (the larger ones). */
export const PAGE_BUDGETS: readonly PageBudget[] = [
  // Eight each of styles and of script, and two for what is on the page at first alone.
  { name: 'home', budgetKb: 16, limitKb: 16, lazy: [], isDocument: true },
  { name: 'admin login', budgetKb: 130, limitKb: 127.5, lazy: ['src/ui/admin/session/LoginPage.tsx', ...messages('admin')] },
  {
    name: 'member login',
    budgetKb: 130,
    limitKb: 130,
    lazy: ['src/ui/member/MemberLoginPage.tsx', ...messages('public'), 'locales/zh-cn/entry.json'],
  },
  {
    name: 'chat',
    budgetKb: 150,
    // Over its goal: the library of calls and its parser are here before the first question.
    limitKb: toTenths(186.2 + (LATER_SECTIONS - SECTIONS_WEIGHED) * SECTION_NAMES_KB),
    lazy: [
      'src/ui/site/chat/ChatPage.tsx',
      'src/actors/chat/chat.bundle.ts',
      ...LINE,
      'src/ui/base/lazy-messages.ts',
      ...messages('chatPage'),
    ],
  },
  {
    name: 'member shell with the overview',
    budgetKb: 170,
    // Over its goal: the library of calls and its parser come before the first figure, and each small part is a file of its own.
    limitKb: 185.5,
    lazy: [
      'src/ui/member/MemberArea.tsx',
      'src/ui/member/pages/OverviewPage.tsx',
      'src/actors/members/member.bundle.ts',
      'src/ui/kit/cells/time-text.ts',
      ...LINE,
      'src/ui/base/lazy-messages.ts',
      ...messages('member'),
    ],
  },
  {
    name: 'admin shell with the goods table',
    budgetKb: 240,
    // Over its goal: the tools of the table come with it instead of with the first touch, and each declared section weighs 0.8 KB.
    limitKb: toTenths(323.9 + LATER_SECTIONS * SECTION_KB),
    lazy: [
      'src/ui/admin/shell/AdminArea.tsx',
      'src/ui/admin/table/SectionPage.tsx',
      'src/actors/shell/admin.bundle.ts',
      'src/actors/table/drafts.ts',
      'src/actors/fields/choice.bundle.ts',
      'src/actors/table/table.bundle.ts',
      'src/actors/terminal/terminal.bundle.ts',
      'src/leaf-bundles.ts',
      'src/ui/kit/table/columns/ColumnEdge.tsx',
      'src/ui/kit/table/import/ImportMenu.tsx',
      'src/ui/kit/table/views/SavedViewsMenu.tsx',
      'src/ui/kit/cells/time-text.ts',
      ...LINE,
      'src/ui/base/messages/sections-zh-cn.ts',
      ...messages('admin', 'menu', 'resources', 'tables'),
    ],
  },
];
