import type { Actor } from 'xstate';
import type { UndoOffer } from '#domain/table/undo-offer';
import type { appMachine } from '#machines/app/app.machine';
import type { SessionRef } from '#machines/session/session.machine';
import type { staffChatBundle } from '../chat/staff-chat.bundle.ts';
import { withAllSections } from '../base/resource-book.ts';
import { actorIn } from '../base/system.ts';
import type { BundlePorts } from './bundle-ports.ts';

interface Running {
  readonly app: () => Actor<typeof appMachine>;
  readonly memberSession: () => SessionRef;
  readonly staffChat: () => Omit<Parameters<typeof staffChatBundle>[0], 'recordsChanged'>;
}

export type LaterBundles = ReturnType<typeof laterBundles>;

/** What no first page needs. In one list that comes with the first of it: the addresses of so many files would come with every page. */
export function laterBundles(ports: BundlePorts, { app, memberSession, staffChat }: Running) {
  const { call, page, undo, sessionOf } = ports;
  const { newKey } = page;
  const { system } = app();
  const tabsOf = () => actorIn(system, 'tabs');
  return {
    apiExplorer: async () =>
      (await import('../programs/api-explorer.actors.ts')).apiExplorerBundle({ call, now: ports.clock.now, fetch: ports.fetch }),
    changes: async () => (await withAllSections(import('../changes/changes.bundle.ts'))).changesBundle(undo),
    staffChat: async () =>
      (await withAllSections(import('../chat/staff-chat.bundle.ts'))).staffChatBundle({
        ...staffChat(),
        recordsChanged: undo.recordsChanged,
      }),
    designer: async () =>
      (await withAllSections(import('../designer/designer.bundle.ts'))).designerBundle({
        call,
        tabsOf,
        shellOf: () => actorIn(system, 'adminShell'),
        terminalOf: () => actorIn(system, 'terminal'),
      }),
    memberPages: async () => (await import('../members/member-pages.bundle.ts')).memberPagesBundle({ ...ports, session: memberSession }),
    messages: async () => (await import('../members/messages.actors.ts')).messagesLogic({ call }),
    modules: async () => (await import('../modules/modules.bundle.ts')).modulesBundle({ ...ports, newKey }),
    rowWindows: async () => (await import('../shell/row-window.bundle.ts')).rowWindowBundle({ call }),
    settings: async () => {
      const [{ settingsBundle }, { keepSettings }] = await Promise.all([
        import('../settings/settings.bundle.ts'),
        import('../settings/settings-drafts.ts'),
      ]);
      return settingsBundle({
        call,
        refreshed: ({ site, person }) => {
          app().send({ type: 'site.changed', site });
          sessionOf('admin')?.send({ type: 'session.personLoaded', person });
        },
        tabsOf,
        keep: keepSettings({ ...ports, session: () => sessionOf('admin') }),
      });
    },
    system: async () => (await import('../observe/system/system-status.actors.ts')).systemBundle(ports),
    terminal: async () => (await import('../terminal/terminal.bundle.ts')).terminalBundle(ports),
    undoWrite: async () => {
      const { undoWrite } = await import('../table/undo.ts');
      return (offer: UndoOffer) => undoWrite(offer, undo);
    },
  };
}
