interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Where a visit begins, and what it loads as it goes on. */
const FIRST = ['src/main.tsx'];
const FRONT = ['src/ui/site/HomePage.tsx', 'src/ui/member/MemberLoginPage.tsx', 'src/ui/admin/session/LoginPage.tsx'];
/** Comes with the first call to the server. */
const CALLS = ['src/actors/calls/calls.bundle.ts', 'src/api/contract/session/session.ts', 'src/actors/session/renewal.ts'];
const ADMIN = [
  'src/ui/admin/shell/AdminArea.tsx',
  'src/ui/admin/table/SectionPage.tsx',
  'src/actors/shell/admin.bundle.ts',
  'src/actors/fields/choice.bundle.ts',
  'src/actors/table/drafts.ts',
  'src/actors/terminal/terminal.bundle.ts',
];
/** What a table of the back office asks for once it is drawn. */
const TOOLS = [
  'src/ui/kit/table/columns/ColumnEdge.tsx',
  'src/ui/kit/table/import/ImportMenu.tsx',
  'src/ui/kit/table/views/SavedViewsMenu.tsx',
  'src/actors/table/table.bundle.ts',
];
const MEMBER = [
  'src/ui/member/MemberArea.tsx',
  'src/ui/member/overview/OverviewPage.tsx',
  'src/actors/members/member.bundle.ts',
  'src/ui/base/lazy-messages.ts',
];

/** Shares its buttons and its menus with the back office, and nothing of what that shows. */
const CHAT = ['src/ui/site/chat/ChatPage.tsx', 'src/actors/chat/chat.bundle.ts', 'src/ui/base/lazy-messages.ts'];

const usesOf = (id: string, sets: readonly ReadonlySet<string>[] = []): number => sets.filter((set) => set.has(id)).length;

/**
 * Forms are for those who sign in: the home page does without, and the sign-in of the back office without what members alone share with it.
 * What the chat has of the latter as well comes with what all have.
 */
const sharedOf = (id: string, [home, , login]: readonly ReadonlySet<string>[] = [], isInChat: boolean): string =>
  home?.has(id) || (isInChat && login?.has(id)) ? 'front' : login?.has(id) ? 'front-sign-in' : 'front-members';

/**
 * Few chunks by when a visit needs them, instead of one for each set of pages that share a module: fewer requests, and they compress
 * better. What one page alone needs stays with it, and so does everything that opens later. The bundler fills them in the order of their
 * names, each with all that its modules import: by the alphabet, too, what a visit needs first comes first.
 */
export function createChunkPlan(directory: string): (id: string, modules: Modules) => string | null {
  const root = directory.replaceAll('\\', '/');
  let plan: ReadonlyMap<string, string> | null = null;

  const importedBy = (source: string, modules: Modules): ReadonlySet<string> => {
    const found = new Set<string>();
    // The plan is asked for once everything is known: what is unknown then has moved, and its page would fetch a chunk of others.
    if (!modules.getModuleInfo(`${root}/${source}`)) throw new Error(`${source} is part of no page`);
    const visit = (id: string): void => {
      if (found.has(id)) return;
      found.add(id);
      // The list is reused by the next question.
      [...(modules.getModuleInfo(id)?.importedIds ?? [])].forEach(visit);
    };
    visit(`${root}/${source}`);
    return found;
  };

  const makePlan = (modules: Modules): ReadonlyMap<string, string> => {
    const [first, front, calls, admin, member, chat, tools] = [FIRST, FRONT, CALLS, ADMIN, MEMBER, CHAT, TOOLS].map((sources) =>
      sources.map((one) => importedBy(one, modules)),
    );
    const chunks = new Map<string, string>();
    const chunkOf = (id: string): string | null => {
      if (usesOf(id, first) > 0) return 'base';
      const [frontUses, callUses, adminUses] = [usesOf(id, front), usesOf(id, calls), usesOf(id, admin)];
      if (frontUses > 0) return frontUses + callUses + adminUses > 1 ? sharedOf(id, front, usesOf(id, chat) > 0) : null;
      if (callUses > 0) return 'server-calls';
      const memberUses = usesOf(id, member);
      const toolUses = usesOf(id, tools);
      // What the chat has as well comes with the calls, which all three make: it does without the rest of what the shells share.
      if (adminUses + toolUses > 0 && memberUses > 0) return usesOf(id, chat) > 0 ? 'server-calls' : 'shared';
      if (adminUses + toolUses > 0 && usesOf(id, chat) > 0) return 'shared-chat';
      if (adminUses > 0) return 'shell';
      if (toolUses > 0) return 'table-tools';
      if (memberUses > 1) return 'shell-members';
      // Named so that it is filled last. Its windows, which open later, would cut it into many files.
      return memberUses === 0 && usesOf(id, chat) > 0 ? 'visit-chat' : null;
    };
    for (const set of [first, front, calls, admin, member, tools, chat].flatMap((sets = []) => sets)) {
      for (const id of set) {
        const chunk = chunkOf(id);
        if (chunk !== null) chunks.set(id, chunk);
      }
    }
    // Pages are asked for by name; inside another chunk they would need a file of their own that only points there.
    for (const source of [...FIRST, ...FRONT, ...ADMIN, ...MEMBER, ...CHAT, ...TOOLS]) chunks.delete(`${root}/${source}`);
    return chunks;
  };

  return (id, modules) => {
    plan ??= makePlan(modules);
    return plan.get(id) ?? null;
  };
}
