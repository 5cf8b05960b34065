import type { Kysely } from 'kysely';
import type { Language } from '#domain/base/language';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { LOG_DATA_LENGTH, REFUSED_ENTRIES_A_DAY, REFUSED_ENTRIES_BEYOND, REMARK_MEMORY_MS } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { isSecretName } from '../../base/secret-names.ts';
import type { Caller } from '../../base/caller.ts';
import { DEFAULT_LANGUAGE } from '../../base/messages.ts';
import { memoizeTtl } from '../../ports/memoize-ttl.ts';
import { count, isSpent } from './throttle.ts';

interface LoggedCall {
  /** Permission node, such as `goods/goods/add`. */
  readonly node: string;
  readonly url: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Whether nothing came of it. */
  readonly isRefused?: boolean;
}

/** Calls that no menu rule names. */
const OWN_TITLES: Readonly<Record<string, string>> = {
  'index/login': 'refusals.logTitleLogin',
  'terminal/index': 'refusals.terminal.logTitleRun',
  'terminal/stop': 'refusals.terminal.logTitleStop',
  'ajax/changeterminalconfig': 'refusals.terminal.logTitleConfig',
  'ajax/upload': 'refusals.files.logTitleUpload',
  'ajax/clearcache': 'refusals.logTitleClearCache',
  'routine/admininfo/endsession': 'refusals.account.logTitleEnd',
  'routine/admininfo/endothersessions': 'refusals.account.logTitleEndOthers',
  'auth/admin/endsessions': 'refusals.account.logTitleEndAdmins',
  'index/setupfactor': 'refusals.account.logTitleSetUp',
  'routine/admininfo/setuptwofactor': 'refusals.account.logTitleSetUp',
  'routine/admininfo/confirmtwofactor': 'refusals.account.logTitleConfirm',
  'routine/admininfo/renewrecoverycodes': 'refusals.account.logTitleRenew',
  'routine/admininfo/endtwofactor': 'refusals.account.logTitleOff',
  'auth/admin/resettwofactor': 'refusals.account.logTitleReset',
  'user/user/eraseperson': 'refusals.member.logTitleErase',
  'ajax/saveview': 'refusals.views.logTitleSave',
  'ajax/removeview': 'refusals.views.logTitleRemove',
  'security/change/apply': 'refusals.changes.logTitleApply',
  'security/change/erase': 'refusals.changes.logTitleErase',
  'auth/project/setproject': 'refusals.logTitleProject',
};

/** Actions of every resource that have no menu rule of their own. */
const ACTION_TITLES: Readonly<Record<string, string>> = {
  export: 'refusals.files.logTitleExport',
  import: 'refusals.files.logTitleImport',
};

/** Characters that the column takes. */
const TITLE_LENGTH = 100;
/** Leaves room for the word that it was refused. */
const REFUSED_TITLE_LENGTH = 80;

/** Values under such keys, and under the given ones, leave no trace, at any depth. */
function maskSecrets(value: unknown, secrets: ReadonlySet<string>, key = ''): unknown {
  if (isSecretName(key) || secrets.has(key)) return '***';
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskSecrets(item, secrets, name)]));
}

/** The address with its query, in which a secret leaves no trace either. */
function maskedUrl(url: string): string {
  const start = url.indexOf('?') + 1;
  if (start === 0) return url;
  const pairs = url.slice(start).split('&');
  return (
    url.slice(0, start) + pairs.map((pair) => (isSecretPart(pair.split('=', 1)[0] ?? '') ? pair.replace(/=.*/su, '=***') : pair)).join('&')
  );
}

function isSecretPart(encoded: string): boolean {
  try {
    return isSecretName(decodeURIComponent(encoded));
  } catch {
    return true;
  }
}

/** Keeps who did what in the back office, or tried to, one row for each write call. Source: wire protocol §1.8, §5.5. */
export interface AdminLog {
  write(call: LoggedCall, caller: Caller): Promise<void>;
}

type Say = (key: string, params?: Readonly<Record<string, string>>) => string;
type Rules = readonly Pick<Row<'admin_rule'>, 'name' | 'title'>[];

const pageOf = (node: string): string => node.slice(0, node.lastIndexOf('/'));

/** The node of the call that an entry's address leads to, written as it may be. */
export const nodeIn = (url: string): string =>
  (/\/admin\/([^?]+)/iu.exec(url)?.[1] ?? '').toLowerCase().replaceAll('_', '').replaceAll('.', '/').replace(/\/$/u, '');

/** Rules of pages and of their calls; nodes are in small letters. */
const readRules = (kysely: Kysely<Tables>, nodes: readonly string[]): Promise<Rules> =>
  kysely
    .selectFrom('admin_rule')
    .select(['name', 'title'])
    .where((where) => where(where.fn<string>('lower', ['name']), 'in', [...new Set(nodes.flatMap((node) => [pageOf(node), node]))]))
    .execute();

/** What a call is called, by its own name or by the rules. */
function titleOf(node: string, rules: Rules, say: Say): string {
  const ownTitle = OWN_TITLES[node];
  if (ownTitle !== undefined) return say(ownTitle);
  const title = (name: string): string | undefined => rules.find((rule) => rule.name.toLowerCase() === name)?.title;
  const page = pageOf(node);
  const name = node.slice(page.length + 1);
  const action = title(node) ?? ACTION_TITLES[name] ?? '';
  const controller = title(page);
  const actionText = action === '' ? say('refusals.unknownAction', { action: name }) : say(action);
  return (controller === undefined ? actionText : `${say(controller)}-${actionText}`).slice(0, TITLE_LENGTH);
}

/** What an entry is called. Of a refused call it says so: who reads of a deletion must not take it for done. */
function entryTitle(node: string, rules: Rules, say: Say, isRefused: boolean): string {
  const title = titleOf(node, rules, say);
  return isRefused ? say('refusals.logTitleRefused', { title: title.slice(0, REFUSED_TITLE_LENGTH) }) : title;
}

/**
 * Titles of entries in the reader's language. They are stored in the default one; what was stored by other names than those of today
 * stays as it is.
 */
export async function titlesFor<Entry extends { readonly title: string; readonly url: string }>(
  { database, messages }: Pick<ServerPorts, 'database' | 'messages'>,
  language: Language,
  entries: readonly Entry[],
): Promise<Entry[]> {
  if (language === DEFAULT_LANGUAGE || entries.length === 0) return [...entries];
  const nodes = entries.map(({ url }) => nodeIn(url));
  const rules = await readRules(database.kysely, nodes);
  return entries.map((entry, index) => {
    const node = nodes[index] ?? '';
    const titleIn = (read: Language, isRefused: boolean): string =>
      entryTitle(node, rules, (key, params) => messages.text(read, key, params), isRefused);
    const isRefused = [false, true].find((one) => titleIn(DEFAULT_LANGUAGE, one) === entry.title);
    return isRefused === undefined ? entry : { ...entry, title: titleIn(language, isRefused) };
  });
}

/** What calls are called in the reader's language, by their nodes; those that nothing names are told as they are. */
export async function nodeTitles(
  { database, messages }: Pick<ServerPorts, 'database' | 'messages'>,
  language: Language,
  nodes: readonly string[],
): Promise<(node: string) => string> {
  const say: Say = (key, params) => messages.text(language, key, params);
  const rules =
    nodes.length === 0
      ? []
      : await readRules(
          database.kysely,
          nodes.map((node) => node.toLowerCase()),
        );
  return (node) => {
    const name = node.toLowerCase();
    const isNamed = OWN_TITLES[name] !== undefined || rules.some((rule) => [name, pageOf(name)].includes(rule.name.toLowerCase()));
    return isNamed ? titleOf(name, rules, say) : node;
  };
}

export function createAdminLog(ports: Pick<ServerPorts, 'database' | 'clock' | 'messages'>): AdminLog {
  const say: Say = (key, params) => ports.messages.text(DEFAULT_LANGUAGE, key, params);

  const known = new Map<string, () => Promise<Rules>>();
  /** Every write of a section asks for its title, and hardly anybody ever changes one. */
  function rulesOf(node: string): Promise<Rules> {
    const read = known.get(node) ?? memoizeTtl(() => readRules(ports.database.kysely, [node]), REMARK_MEMORY_MS, ports.clock);
    known.set(node, read);
    return read();
  }

  /** Of whoever has just signed in. */
  async function idOf(username: unknown): Promise<number> {
    if (typeof username !== 'string') return 0;
    const account = await ports.database.kysely
      .selectFrom('admin')
      .select('id')
      .where((where) => where(where.fn<string>('lower', ['username']), '=', username.toLowerCase()))
      .executeTakeFirst();
    return account?.id ?? 0;
  }

  /** Settings may be secrets whatever they are called. */
  async function secretsOf(node: string): Promise<ReadonlySet<string>> {
    if (node !== 'routine/config/edit') return new Set();
    const rows = await ports.database.kysely.selectFrom('config').select('name').where('type', '=', 'password').execute();
    return new Set(rows.map(({ name }) => name));
  }

  /** What is refused can be repeated as often as somebody likes, and changes nothing. */
  async function hasRoomFor(refusedId: number): Promise<boolean> {
    const key = `admin-log:refused:${refusedId}`;
    if (!isSpent(await count(ports, [{ key, limit: REFUSED_ENTRIES_A_DAY }]))) return true;
    return !isSpent(await count(ports, [{ key: `${key}:beyond`, limit: REFUSED_ENTRIES_BEYOND }]));
  }

  return {
    async write({ node, url, input, isRefused = false }, caller) {
      if (isRefused && !(await hasRoomFor(caller.kind === 'admin' ? caller.id : 0))) return;
      const name = caller.kind === 'admin' ? caller.username : input['username'];
      const title = entryTitle(node, OWN_TITLES[node] === undefined ? await rulesOf(node) : [], say, isRefused);
      await ports.database.kysely
        .insertInto('admin_log')
        .values({
          admin_id: caller.kind === 'admin' ? caller.id : await idOf(name),
          username: (typeof name === 'string' ? name : 'unknown').slice(0, 20),
          url: maskedUrl(url).slice(0, 1500),
          title: title.slice(0, TITLE_LENGTH),
          data: JSON.stringify(maskSecrets(input, await secretsOf(node))).slice(0, LOG_DATA_LENGTH),
          ip: caller.client.ip.slice(0, 50),
          useragent: caller.client.userAgent.slice(0, 255),
          create_time: nowSeconds(ports),
        })
        .execute();
    },
  };
}

/** Reads and sign-outs are not logged, nor what administrators ask the chat, but what leaves as a file is; of a ticket, what it starts is. */
export const isLogged = (method: string, path: string): boolean =>
  path.startsWith('/admin/') &&
  (method === 'GET'
    ? path.endsWith('/export')
    : (method === 'POST' || method === 'DELETE') && !/\/(?:select|index|logout|ticket)$|^\/admin\/chat\.chat\//iu.test(path));
