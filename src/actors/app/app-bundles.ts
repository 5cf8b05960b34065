import type { Actor } from 'xstate';
import type { Area } from '#domain/base/area';
import type { UndoOffer } from '#domain/table/undo-offer';
import type { appMachine } from '#machines/app/app.machine';
import type { messagesMachine } from '#machines/members/messages.machine';
import type { ChatBundle } from '../chat/chat.bundle.ts';
import type { StaffChatBundle } from '../chat/staff-chat.bundle.ts';
import type { ChangesBundle } from '../changes/changes.bundle.ts';
import type { DesignerBundle } from '../designer/designer-logics.ts';
import type { ApiExplorerBundle } from '../programs/api-explorer.actors.ts';
import type { SystemBundle } from '../observe/system/system-status.actors.ts';
import type { ModulesBundle } from '../modules/modules.bundle.ts';
import type { MemberPagesBundle } from '../members/member-pages.bundle.ts';
import type { MemberBundle } from '../members/member.bundle.ts';
import type { AdminBundle } from '../shell/admin.bundle.ts';
import type { RowWindowBundle } from '../shell/row-window.bundle.ts';
import type { SettingsBundle } from '../settings/settings.bundle.ts';
import type { TableBundle } from '../table/table.bundle.ts';
import type { TerminalBundle } from '../terminal/terminal.bundle.ts';
import { lazyOnce, type Lazy } from '../base/lazy-code.ts';
import type { BundlePorts } from './bundle-ports.ts';
import type { LaterBundles } from './later-bundles.ts';

/** What is loaded late and has to do with the root or its children; each comes with the first page that needs it. */
export interface AppBundles {
  /** Arrives before the pages of the back office. */
  readonly admin: Lazy<AdminBundle>;
  readonly changes: Lazy<ChangesBundle>;
  /** Of the chat of visitors and members. */
  readonly chat: Lazy<ChatBundle>;
  /** Of that of administrators. */
  readonly staffChat: Lazy<StaffChatBundle>;
  /** Of the page on which sections are designed. */
  readonly designer: Lazy<DesignerBundle>;
  /** Arrives before the pages of the member centre. */
  readonly member: Lazy<MemberBundle>;
  /** Of one page of the member centre. */
  readonly messages: Lazy<typeof messagesMachine>;
  readonly memberPages: Lazy<MemberPagesBundle>;
  readonly modules: Lazy<ModulesBundle>;
  readonly rowWindows: Lazy<RowWindowBundle>;
  readonly settings: Lazy<SettingsBundle>;
  readonly system: Lazy<SystemBundle>;
  /** Comes right after a list. */
  readonly table: Lazy<TableBundle>;
  readonly apiExplorer: Lazy<ApiExplorerBundle>;
  /** Arrives before the terminal begins. */
  readonly terminal: Lazy<TerminalBundle>;
  /** Takes back what a notice offers. */
  readonly undoWrite: Lazy<(offer: UndoOffer) => Promise<void>>;
}

/** @param app the root, which runs before any of these is asked for */
export function appBundles(ports: BundlePorts, app: () => Actor<typeof appMachine>): AppBundles {
  const { page } = ports;
  const childOf = <Name extends 'memberSession' | 'navigation'>(name: Name) => {
    const { [name]: running } = app().getSnapshot().children;
    if (!running) throw new Error('the root does not own its children');
    return running;
  };
  const chatPorts = (area: Area) => ({
    ...ports,
    ...page,
    area,
    token: () => ports.tokens()[area],
    navigation: () => childOf('navigation'),
  });
  const later = lazyOnce(async () => {
    const { laterBundles } = await import('./later-bundles.ts');
    return laterBundles(ports, { app, staffChat: () => chatPorts('admin'), memberSession: () => childOf('memberSession') });
  });
  const late = <Name extends keyof LaterBundles>(name: Name) =>
    lazyOnce<unknown>(async () => (await later())[name]()) as Lazy<Awaited<ReturnType<LaterBundles[Name]>>>;
  const admin = lazyOnce(async () => (await import('../shell/admin.bundle.ts')).openAdminBundle(ports));
  return {
    admin,
    apiExplorer: late('apiExplorer'),
    changes: late('changes'),
    chat: lazyOnce(async () => (await import('../chat/chat.bundle.ts')).chatBundle(chatPorts('member'))),
    staffChat: late('staffChat'),
    designer: late('designer'),
    member: lazyOnce(async () =>
      (await import('../members/member.bundle.ts')).memberBundle({ ...ports, ...page, system: () => app().system }),
    ),
    memberPages: late('memberPages'),
    messages: late('messages'),
    modules: late('modules'),
    rowWindows: late('rowWindows'),
    settings: late('settings'),
    system: late('system'),
    table: lazyOnce(async () => (await admin()).table()),
    terminal: late('terminal'),
    undoWrite: late('undoWrite'),
  };
}
