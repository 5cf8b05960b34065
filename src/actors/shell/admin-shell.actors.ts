import { fromCallback, fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { adminInit, type WireRule } from '#api/contract/session/session';
import { readRules, withOwnProfile, type Rule, type ShellMenu } from '#domain/shell/menu';
import type { StripOfStart } from '#domain/shell/stored-strip';
import { abilitiesOn, nodePath } from '#domain/rights/permission';
import { NO_ABILITIES } from '#domain/table/abilities';
import { pagePathOf } from '#domain/table/resource';
import { PACKAGE_MANAGERS, type PackageManager } from '#domain/terminal/terminal-task';
import { adminShellMachine } from '#machines/shell/admin-shell.machine';
import type { ShellStart } from '#machines/shell/admin-shell.vocabulary';
import type { tabsMachine } from '#machines/shell/tabs.machine';
import { adminInfoOf } from '../session/admin-info.ts';
import type { ClockPort, MediaPort } from '../base/ports.ts';
import { knownResources, setLiveResources } from '../base/resource-book.ts';
import { SHIPPED_RESOURCES } from '../base/shipped-resources.ts';
import type { LiveSection } from './live-sections.ts';
import { openingOf, sectionInput } from './section-input.ts';
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
const PAGES: ReadonlySet<string> = new Set([...SHIPPED_RESOURCES.map(pagePathOf), ...OTHER_PAGES, 'moduleStore/moduleStore']);

/** Starts the back office: who, what menu, what rights. Source: wire protocol §3.1. */
export const adminShellLogic = ({ call, language, tablesOf, stripOf, tabs, clock, media }: AdminShellPorts): typeof adminShellMachine =>
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
      loadShell: fromPromise(async ({ input: { area }, signal }): Promise<ShellStart> => {
        const { adminInfo, menus, openingViews, siteConfig, notifications, terminal } = await call(adminInit, {}, { signal });
        const tables = tablesOf(adminInfo.id);
        const { live, menu } = await withLive({ call, language }, withOwnProfile(readRules(menus.map(ruleOf), area)), signal);
        setLiveResources(
          live.map(({ resource }) => resource),
          (resource) => abilitiesOn(menu.nodes, nodePath(area, pagePathOf(resource))).mayEdit,
        );
        const resources = knownResources();
        const revisions = new Map(live.map(({ resource, revision }) => [resource.name, revision]));
        const inputs = resources.map((resource) => {
          const input = sectionInput(resource, NO_ABILITIES, tables[resource.name], revisions.get(resource.name));
          return [pagePathOf(resource), input] as const;
        });
        return {
          admin: adminInfoOf(adminInfo),
          site: siteOfStart({ siteConfig, menus }),
          menu,
          sections: Object.fromEntries(inputs),
          opening: Object.fromEntries(
            resources.flatMap((resource) => {
              const view = openingViews[resource.name];
              return view ? [[pagePathOf(resource), openingOf(view)]] : [];
            }),
          ),
          pages: [...inputs.map(([name]) => name), ...OTHER_PAGES].map((name) => nodePath(area, name)),
          strip: stripOf(adminInfo.id),
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
