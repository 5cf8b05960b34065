import { SECTION_HEADS } from 'virtual:sections';
import { fromCallback, fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { adminInit, type WireRule } from '#api/contract/session/session';
import { FailureError } from '#domain/base/failure';
import { readRules, withOwnProfile, type Rule, type ShellMenu } from '#domain/shell/menu';
import type { StripOfStart } from '#domain/shell/stored-strip';
import { abilitiesOn, nodePath } from '#domain/rights/permission';
import { pagePathOf } from '#domain/table/resource';
import { PACKAGE_MANAGERS, type PackageManager } from '#domain/terminal/terminal-task';
import { adminShellMachine } from '#machines/shell/admin-shell.machine';
import type { ShellStart } from '#machines/shell/admin-shell.vocabulary';
import type { tabsMachine } from '#machines/shell/tabs.machine';
import { adminInfoOf } from '../session/admin-info.ts';
import type { ClockPort, MediaPort, PagePort } from '../base/ports.ts';
import { LazyCodeError } from '../base/lazy-code.ts';
import { knownSections, setLiveResources } from '../base/resource-book.ts';
import type { LiveSection } from './live-sections.ts';
import { openingOf } from './section-input.ts';
import { bringPages, isTable, laterPages, sectionInputs } from './section-pages.ts';
import { siteOfStart } from '../base/site-config.ts';

export interface AdminShellPorts {
  readonly call: Call;
  /** The language of the page, as the wire spells it. */
  readonly language: () => string;
  /** How an account likes its tables, by resource, as stored. */
  readonly tablesOf: (account: number) => Readonly<Record<string, unknown>>;
  /** What an account's tabs begin with. */
  readonly stripOf: (account: number) => StripOfStart;
  readonly tabs: typeof tabsMachine;
  readonly clock: Pick<ClockPort, 'now'>;
  readonly media: Pick<MediaPort, 'visible'>;
  readonly page: Pick<PagePort, 'isOnline'>;
  /** Has all other declarations come, once nothing is more urgent. */
  readonly bringRest: () => void;
}

/** Pages that are no table of records. */
const OTHER_PAGES: readonly string[] = [
  'dashboard',
  'routine/config',
  'routine/adminInfo',
  'routine/system',
  'auth/apiTrial',
  'chat/chat',
  'crud/crud',
  'moduleStore',
];
/** By the names of their menu rules; the store's is not its address. */
const PAGES: ReadonlySet<string> = new Set([...SECTION_HEADS.map(pagePathOf), ...OTHER_PAGES, 'moduleStore/moduleStore']);

/** Starts the back office: who, what menu, what rights. Source: wire protocol §3.1. */
export const adminShellLogic = ({
  call,
  language,
  tablesOf,
  stripOf,
  tabs,
  clock,
  media,
  page,
  bringRest,
}: AdminShellPorts): typeof adminShellMachine =>
  adminShellMachine.provide({
    actors: {
      tabs,
      watchWindow: fromCallback(({ sendBack }) => {
        let hiddenSince: number | null = null;
        const watching = media.visible.subscribe((isVisible) => {
          if (isVisible && hiddenSince !== null) sendBack({ type: 'shell.shown', awayMs: clock.now() - hiddenSince });
          hiddenSince = isVisible ? null : (hiddenSince ?? clock.now());
        });
        return () => watching.unsubscribe();
      }),
      loadShell: fromPromise(async ({ input: { area, path }, signal }): Promise<ShellStart> => {
        const { adminInfo, menus, openingViews, siteConfig, notifications, terminal } = await call(adminInit, {}, { signal });
        const { live, menu } = await withLive({ call, language }, withOwnProfile(readRules(menus.map(ruleOf), area)), signal);
        setLiveResources(
          live.map(({ resource }) => resource),
          (resource) => abilitiesOn(menu.nodes, nodePath(area, pagePathOf(resource))).mayEdit,
        );
        const strip = stripOf(adminInfo.id);
        const kept = [...strip.tabs, ...strip.closed, ...strip.offered].map((tab) => tab.path);
        await offeredAgain(bringPages(menu, [path, ...kept]), page.isOnline);
        // Where a table is wanted its list comes first.
        if (!isTable(menu, path)) bringRest();
        const revisions = new Map(live.map(({ resource, revision }) => [resource.name, revision]));
        const sections = knownSections();
        return {
          admin: adminInfoOf(adminInfo),
          site: siteOfStart({ siteConfig, menus }),
          menu,
          sections: sectionInputs(tablesOf(adminInfo.id), revisions),
          later: laterPages(),
          opening: Object.fromEntries(
            sections.flatMap((section) => {
              const view = openingViews[section.name];
              return view ? [[pagePathOf(section), openingOf(view)]] : [];
            }),
          ),
          pages: [...sections.map(pagePathOf), ...OTHER_PAGES].map((name) => nodePath(area, name)),
          strip,
          ...(notifications && { unread: notifications.unread }),
          terminal: {
            ownerId: adminInfo.id,
            packageManager: managerOf(terminal.npmPackageManager),
            port: terminal.installServicePort,
          },
        };
      }),
    },
  });

/** Declarations that do not arrive are a line that is down: the start is offered again. */
async function offeredAgain(arriving: Promise<void>, isOnline: PagePort['isOnline']): Promise<void> {
  try {
    await arriving;
  } catch (error) {
    throw error instanceof LazyCodeError ? new FailureError({ kind: 'unreachable', online: isOnline() }) : error;
  }
}

/** Asks for declarations only where the menu leads to a page that did not come with the program. */
async function withLive(
  { call, language }: Pick<AdminShellPorts, 'call' | 'language'>,
  menu: ShellMenu,
  signal: AbortSignal,
): Promise<{ readonly live: readonly LiveSection[]; readonly menu: ShellMenu }> {
  if (menu.routes.every(({ kind, name }) => kind === 'iframe' || PAGES.has(name))) return { live: [], menu };
  const { readLive, withOwnTitles } = await import('./live-sections.ts');
  const live = await readLive(call, signal);
  return { live, menu: withOwnTitles(menu, live, language()) };
}

const managerOf = (name: string): PackageManager => PACKAGE_MANAGERS.find((one) => one === name) ?? 'pnpm';

/** A rule in the application's words. `keepalive` carries the rule's own name where it is on. */
export const ruleOf = ({ menu_type, keepalive, children, ...rule }: WireRule): Rule => ({
  ...rule,
  menuType: menu_type,
  keepAlive: keepalive !== 0 && keepalive !== '0' && keepalive !== '',
  children: (children ?? []).map(ruleOf),
});
