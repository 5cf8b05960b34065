import { describe, expect, it } from 'vitest';
import { createChunkPlan } from '../../scripts/build/chunk-plan.ts';
import { ENTRY, PAGE_PARTS } from '#server/adapters/pages/page-parts';

interface Module {
  readonly imports?: readonly string[];
  /** Asked for when they are needed. */
  readonly later?: readonly string[];
  readonly code?: string;
}

const POPOVER = 'node_modules/@mantine/core/esm/components/Popover/Popover.mjs';

/** The plan of a program whose pages begin with what is listed, and import as given. */
function planOf(given: Readonly<Record<string, Module>>) {
  const pages = Object.values(PAGE_PARTS);
  const sources = pages.flatMap((parts) => parts.sources);
  const fixed = [
    'src/actors/session/renewal.ts',
    'src/actors/base/draft-store.ts',
    'src/actors/base/draft-slices.ts',
    'src/ui/base/use-first-touch.ts',
    'src/sections/@heads.js',
    'src/api/contract/table/resource.ts',
    'src/api/contract/session/session.ts',
    'src/ui/kit/form-styles.ts',
    'src/ui/kit/menu/MenuAnchor.tsx',
    POPOVER,
    'src/actors/terminal/terminal.bundle.ts',
    'src/actors/fields/choice.bundle.ts',
  ];
  const program: Readonly<Record<string, Module>> = {
    ...Object.fromEntries([ENTRY, ...sources, ...fixed].map((source) => [source, {}])),
    ...given,
  };
  const modules = {
    getModuleInfo: (id: string) => {
      const module = program[id.replace('/work/', '')];
      return module
        ? {
            importedIds: (module.imports ?? []).map((one) => `/work/${one}`),
            dynamicallyImportedIds: (module.later ?? []).map((one) => `/work/${one}`),
            code: module.code ?? 'x'.repeat(5000),
          }
        : null;
    },
  };
  const plan = createChunkPlan('/work');
  return (id: string) => plan(`/work/${id}`, modules);
}

const LOGIN = 'src/ui/admin/session/LoginPage.tsx';
const MEMBER_LOGIN = 'src/ui/member/MemberLoginPage.tsx';
const CHAT = 'src/ui/site/chat/ChatPage.tsx';
const MEMBER = 'src/ui/member/MemberArea.tsx';
const ADMIN = 'src/ui/admin/shell/AdminArea.tsx';
const TABLE = 'src/ui/admin/table/SectionPage.tsx';

/** A file of the sections. */
const own = (name: string): string => `src/sections/${name}`;

describe('the files of first visits', () => {
  it('leave what lies over a page to one file that comes with the first press, without what the page has already', () => {
    const chunkOf = planOf({
      [ADMIN]: { imports: ['button'] },
      [POPOVER]: { imports: ['floating', 'button'] },
      'src/ui/kit/form-styles.ts': { imports: ['forms.css'] },
    });
    const ids = [POPOVER, 'floating', 'src/ui/kit/form-styles.ts', 'forms.css', 'button'];
    expect(ids.map(chunkOf)).toEqual(['windows', 'windows', 'windows', 'windows', 'start-admin']);
  });

  it('keep all styles of the back office in one of them', () => {
    const chunkOf = planOf({
      [ADMIN]: { imports: ['shell.css', 'shell'] },
      [TABLE]: { imports: ['table.css', 'table'] },
      [MEMBER]: { imports: ['member.css'] },
    });
    expect(['shell.css', 'shell', 'table.css', 'table', 'member.css'].map(chunkOf)).toEqual([
      'shared-kit',
      'start-admin',
      'shared-kit',
      'start-table',
      'start-member',
    ]);
  });

  it('leave what a page of the back office asks for once it is drawn to one file each, without what the page has already', () => {
    const chunkOf = planOf({
      [ADMIN]: { imports: ['shell'] },
      [CHAT]: { imports: ['frames', 'thread'] },
      frames: { code: 'tiny' },
      [POPOVER]: { imports: ['floating'] },
      'src/actors/terminal/terminal.bundle.ts': { imports: ['lines', 'shell', 'frames'] },
      'src/actors/fields/choice.bundle.ts': { imports: ['offers', 'floating'] },
    });
    const ids = ['src/actors/terminal/terminal.bundle.ts', 'lines', 'src/actors/fields/choice.bundle.ts', 'offers', 'floating', 'shell'];
    expect(ids.map(chunkOf)).toEqual(['terminal', 'terminal', 'values', 'values', 'windows', 'start-admin']);
    // A small one that the chat has as well: nobody loads the chat for it.
    expect(['frames', 'thread'].map(chunkOf)).toEqual(['calls', 'start-chat']);
  });

  it('hold each module once, in the narrowest file that all of its pages load', () => {
    const chunkOf = planOf({
      [ENTRY]: { imports: ['every'] },
      [LOGIN]: { imports: ['login', 'logins', 'form-and-chat'] },
      [MEMBER_LOGIN]: { imports: ['logins', 'login-and-member'] },
      [CHAT]: { imports: ['form-and-chat', 'chat-and-table'] },
      [MEMBER]: { imports: ['login-and-member', 'signed-in'] },
      [ADMIN]: { imports: ['signed-in', 'admin'] },
      [TABLE]: { imports: ['chat-and-table', 'table', 'admin'] },
    });
    const ids = [
      'every',
      'login',
      'logins',
      'form-and-chat',
      'login-and-member',
      'chat-and-table',
      'signed-in',
      'admin',
      'table',
      'nowhere',
    ];
    expect(Object.fromEntries(ids.map((id) => [id, chunkOf(id)]))).toEqual({
      every: 'base',
      login: 'start-admin-login',
      logins: 'sign-in',
      'form-and-chat': 'base',
      'login-and-member': 'base',
      'chat-and-table': 'calls',
      'signed-in': 'shared',
      admin: 'start-admin',
      table: 'start-table',
      nowhere: null,
    });
    // Pages lie with what they import.
    expect([ENTRY, LOGIN, TABLE].map(chunkOf)).toEqual(['base', 'start-admin-login', 'start-table']);
    // Texts are made as the files that they come in.
    expect(['src/sections/@page-admin.en.js', 'locales/en/admin.json'].map(chunkOf)).toEqual([null, null]);
  });

  it('keep what others open later out of a shell: nobody loads one for a button', () => {
    const chunkOf = planOf({
      [ENTRY]: { later: ['any-page'] },
      'any-page': { imports: ['admin'] },
      [MEMBER]: { later: ['messages-page'], imports: ['hook', 'form', 'member'] },
      'messages-page': { imports: ['button', 'pin'] },
      [ADMIN]: { imports: ['button', 'admin'], later: ['dashboard'] },
      dashboard: { imports: ['hook', 'form', 'member'] },
      [CHAT]: { imports: ['pin'] },
      hook: { code: 'tiny' },
      pin: { code: 'tiny' },
      // A small one that needs a large one stays beside it.
      form: { code: 'tiny', imports: ['member'] },
    });
    expect(['button', 'admin', 'hook', 'pin', 'form', 'member'].map(chunkOf)).toEqual([
      'shared-kit',
      'start-admin',
      'shared',
      'calls',
      'start-member',
      'start-member',
    ]);
  });

  it('leave the sections of each directory to a file of theirs, with what no first page has', () => {
    const [goods, user] = ['src/sections/@menu-goods.js', 'src/sections/@menu-user.js'];
    const chunkOf = planOf({
      [ADMIN]: { imports: ['src/sections/@heads.js', own('attachment.resource.ts')] },
      'src/sections/@heads.js': { later: [goods, user] },
      [goods]: { imports: [own('goods.resource.ts'), own('attachment.resource.ts')] },
      [own('goods.resource.ts')]: { imports: [own('goods.rules.ts'), 'src/domain/rules.ts'] },
      [user]: { imports: [own('user.resource.ts'), own('money-log.resource.ts')] },
      // A page of members reads a ledger by its declaration: it loads no group for that.
      [MEMBER]: { later: ['ledger-page'] },
      'ledger-page': { imports: [own('money-log.resource.ts')] },
    });
    const ids = ['goods.resource.ts', 'goods.rules.ts', 'attachment.resource.ts', 'user.resource.ts', 'money-log.resource.ts'].map(own);
    expect(['src/sections/@heads.js', goods, user, 'src/domain/rules.ts', ...ids].map(chunkOf)).toEqual([
      'start-admin',
      'table-goods',
      'table-user',
      'shared-rules',
      'table-goods',
      'table-goods',
      'start-admin',
      'table-user',
      'shared-rules',
    ]);
    expect(chunkOf('src/sections/@menu-goods.zh-cn.js')).toBeNull();
  });

  it('are not planned where a page has moved', () => {
    const plan = createChunkPlan('/work');
    expect(() => plan('/work/x', { getModuleInfo: () => null })).toThrow('src/main.tsx is part of no page');
  });
});
