import type { Kysely } from 'kysely';
import type { Language } from '#domain/base/language';
import type { Row, Tables } from '../../db/tables/tables.ts';
import {
  LOG_DATA_LENGTH,
  REFUSED_ENTRIES_A_DAY,
  REFUSED_ENTRIES_BEYOND,
  REFUSED_ENTRIES_OF_A_CALL,
  REMARK_MEMORY_MS,
} from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { isSecretName } from '../../base/log/secret-names.ts';
import type { Caller } from '../../base/caller.ts';
import { DEFAULT_LANGUAGE } from '../../base/messages.ts';
import { memoizeTtl } from '../../ports/memoize-ttl.ts';
import { count, isSpent, raise, takeCounted } from './throttle.ts';

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
  'auth/admin/eraseperson': 'refusals.auth.logTitleErase',
  'user/user/eraseperson': 'refusals.member.logTitleErase',
  'user/user/message': 'refusals.member.logTitleMessage',
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
  undo: 'refusals.logTitleUndo',
};

/** Characters that the column takes. */
const TITLE_LENGTH = 100;
/** Leaves room for the word that it was refused. */
const REFUSED_TITLE_LENGTH = 80;
/** And for how often. */
const COUNTED_TITLE_LENGTH = 70;

/** What administrators write to members may name them, and stands where it goes with their account; the entry says to whom it was. */
const STAFF_MESSAGE = 'user/user/message';
const STAFF_WORDS: ReadonlySet<string> = new Set(['title', 'text', 'titleEn', 'textEn']);

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

/** What an entry tells of a refusal: how many more of the same call were left out before it. */
interface Refusal {
  readonly leftOut: number;
}

/** What an entry is called. Of a refused call it says so: who reads of a deletion must not take it for done. */
function entryTitle(node: string, rules: Rules, say: Say, refusal?: Refusal): string {
  const title = titleOf(node, rules, say);
  if (!refusal) return title;
  if (refusal.leftOut === 0) return say('refusals.logTitleRefused', { title: title.slice(0, REFUSED_TITLE_LENGTH) });
  return say('refusals.logTitleRefusedMore', { title: title.slice(0, COUNTED_TITLE_LENGTH), count: String(refusal.leftOut) });
}

/** All that an entry may tell of a refusal, by its title as it is stored: numbers in it may be that of what was left out. */
const refusalsIn = (stored: string): readonly (Refusal | undefined)[] => [
  undefined,
  { leftOut: 0 },
  ...[...stored.matchAll(/\d+/gu)].map(([digits]) => ({ leftOut: Number(digits) })),
];

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
    const titleIn = (read: Language, refusal?: Refusal): string =>
      entryTitle(node, rules, (key, params) => messages.text(read, key, params), refusal);
    const told = refusalsIn(entry.title).filter((refusal) => titleIn(DEFAULT_LANGUAGE, refusal) === entry.title);
    return told.length === 0 ? entry : { ...entry, title: titleIn(language, told[0]) };
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
    if (node === STAFF_MESSAGE) return STAFF_WORDS;
    if (node !== 'routine/config/edit') return new Set();
    const rows = await ports.database.kysely.selectFrom('config').select('name').where('type', '=', 'password').execute();
    return new Set(rows.map(({ name }) => name));
  }

  /**
   * What is refused can be repeated as often as somebody likes, and changes nothing. Each call has a share of its own, so that nobody
   * hides what he tries by one call behind what he is refused by another.
   * @returns null where nothing is to be kept
   */
  async function roomFor(refusedId: number, node: string): Promise<Refusal | null> {
    const whole = { key: `admin-log:refused:${refusedId}`, limit: REFUSED_ENTRIES_A_DAY };
    const call = { key: `${whole.key}:${node}`, limit: REFUSED_ENTRIES_OF_A_CALL };
    const left = { key: `${call.key}:left`, limit: REFUSED_ENTRIES_OF_A_CALL };
    const isFull =
      isSpent(await count(ports, [whole, call])) &&
      isSpent(await count(ports, [{ key: `${call.key}:beyond`, limit: REFUSED_ENTRIES_BEYOND }]));
    if (!isFull) return { leftOut: await takeCounted(ports.database.kysely, left.key) };
    await raise(ports.database.kysely, left, nowSeconds(ports));
    return null;
  }

  return {
    async write({ node, url, input, isRefused = false }, caller) {
      const refusal = isRefused ? await roomFor(caller.kind === 'admin' ? caller.id : 0, node) : undefined;
      if (refusal === null) return;
      const name = caller.kind === 'admin' ? caller.username : input['username'];
      const title = entryTitle(node, OWN_TITLES[node] === undefined ? await rulesOf(node) : [], say, refusal);
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

/**
 * Reads and sign-outs are not logged, nor what administrators ask the chat, nor how each wants to see and hear things, but what leaves as a
 * file is; of a ticket, what it starts is.
 */
export const isLogged = (method: string, path: string): boolean =>
  path.startsWith('/admin/') &&
  (method === 'GET'
    ? path.endsWith('/export')
    : (method === 'POST' || method === 'DELETE') &&
      !/\/(?:select|index|logout|ticket|saveDashboard)$|^\/admin\/(?:chat\.chat|notification)\//iu.test(path));
