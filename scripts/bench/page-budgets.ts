import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { documentFilesOf, builtFiles, readBuildManifest } from '#server/adapters/pages/build-manifest';
import { PAGE_PARTS, sourcesOf } from '#server/adapters/pages/page-parts';
import type { PreloadedPage } from '#server/ports/ports';

export interface PageBudget {
  readonly name: string;
  /** Scripts and styles of a first visit, brotli, in KB of 1024 bytes: the goal. Source: performance.md "Budgets". */
  readonly budgetKb: number;
  /** What the build may weigh: a KB or two above today's, never above a goal that is met. Raising it is a decision of its own, never by the way. */
  readonly limitKb: number;
  /** Which parts it has; null for what the server draws without the application. */
  readonly parts: PreloadedPage | null;
  /** Of a table: the groups of sections by which it is drawn. */
  readonly groups?: readonly string[];
}

/** Scripts and styles that a first visit to a page fetches, with the Chinese texts. @param dist the folder of the build */
export function filesOfPage(dist: string, { parts, groups }: PageBudget): string[] {
  return parts === null ? documentFilesOf(dist) : builtFiles(readBuildManifest(dist) ?? {}, sourcesOf(PAGE_PARTS[parts], 'zh-cn', groups));
}

/** Sections that came after the first sixteen: of each the shell knows the name, the address and the words of the menu, and the table its windows. */
const LATER_SECTIONS = readdirSync(join(import.meta.dirname, '../../src/sections')).length - 16;
const SECTION_KB = 0.1;
const toTenths = (kb: number): number => Math.round(kb * 10) / 10;

/** The pages people wait for first, with the Chinese message files (the larger ones). */
export const PAGE_BUDGETS: readonly PageBudget[] = [
  // Eight each of styles and of script, and two for what is on the page at first alone.
  { name: 'home', budgetKb: 16, limitKb: 16, parts: null },
  { name: 'admin login', budgetKb: 130, limitKb: 113.4, parts: 'adminLogin' },
  {
    name: 'member login',
    budgetKb: 130,
    limitKb: 114,
    parts: 'memberLogin',
  },
  {
    name: 'chat',
    budgetKb: 150,
    // What parses replies is here before the first question, and what holds files of one.
    limitKb: 144.9,
    parts: 'chat',
  },
  {
    name: 'member shell with the overview',
    budgetKb: 170,
    limitKb: 149,
    parts: 'member',
  },
  {
    name: 'admin shell with the goods table',
    budgetKb: 240,
    // The tools of the table come with it instead of with the first touch.
    limitKb: toTenths(237.9 + LATER_SECTIONS * SECTION_KB),
    parts: 'adminTable',
    groups: ['goods'],
  },
];
