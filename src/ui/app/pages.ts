import type { ComponentType } from 'react';
import type { PageName } from '#domain/app/route-target';
import { loadMessages, type LazyNamespace } from '../base/i18n.ts';

interface PageSource {
  readonly load: () => Promise<ComponentType>;
  readonly messages: readonly LazyNamespace[];
}

const shell: PageSource = {
  load: async () => {
    const { AdminArea } = await import('../admin/shell/AdminArea.tsx');
    // The first thing most visits show: it comes while the shell asks who is there. If it fails, its page asks again and says so.
    import('../admin/table/SectionPage.tsx').catch(() => null);
    return AdminArea;
  },
  messages: ['admin', 'menu', 'resources'],
};
const centre: PageSource = {
  load: async () => {
    const { MemberArea } = await import('../member/MemberArea.tsx');
    // What most visits see first, as above.
    import('../member/overview/OverviewPage.tsx').catch(() => null);
    return MemberArea;
  },
  messages: ['member'],
};

/** Every page that has a route of its own, its code and its words; both arrive before the address changes. */
const PAGES: Readonly<Record<PageName, PageSource>> = {
  home: { load: async () => (await import('../site/HomePage.tsx')).HomePage, messages: ['public'] },
  document: { load: async () => (await import('../site/missing/NotFoundPage.tsx')).NotFoundPage, messages: ['public', 'fault'] },
  chat: { load: async () => (await import('../site/chat/ChatPage.tsx')).ChatPage, messages: ['chatPage'] },
  notFound: { load: async () => (await import('../site/missing/NotFoundPage.tsx')).NotFoundPage, messages: ['public', 'fault'] },
  noPermission: {
    load: async () => (await import('../site/missing/NoPermissionPage.tsx')).NoPermissionPage,
    messages: ['public', 'fault'],
  },
  adminLogin: { load: async () => (await import('../admin/session/LoginPage.tsx')).LoginPage, messages: ['admin'] },
  adminLoading: shell,
  adminSection: shell,
  memberLogin: { load: async () => (await import('../member/MemberLoginPage.tsx')).MemberLoginPage, messages: ['public', 'entry'] },
  addressUndo: { load: async () => (await import('../member/AddressUndoPage.tsx')).AddressUndoPage, messages: ['public', 'entryForms'] },
  adminUndo: { load: async () => (await import('../member/AddressUndoPage.tsx')).AdminUndoPage, messages: ['public', 'entryForms'] },
  memberLoading: centre,
  memberSection: centre,
  dev: { load: async () => (await import('../observe/DevPage.tsx')).DevPage, messages: ['public', 'dev', 'fault'] },
};

const loaded = new Map<PageName, ComponentType>();

/** Brings a page's code and its message files. Rejects when one does not arrive; asking again tries again. */
export async function loadPage(name: PageName): Promise<void> {
  const { load, messages } = PAGES[name];
  const [component] = await Promise.all([load(), loadMessages(messages)]);
  loaded.set(name, component);
}

/** The component of a page that has been loaded. */
export function pageComponent(name: PageName): ComponentType {
  const component = loaded.get(name);
  if (!component) throw new Error(`page ${name} is shown before it was loaded`);
  return component;
}
