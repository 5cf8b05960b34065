import type { Endpoint } from '#api/contract/base/endpoint';
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
import { memoizeTtl } from '../../base/memoize-ttl.ts';
import type { NamingPorts, RefusedCall, Rules } from './call-titles.ts';
import { entryTitle, ownName, readCallRules, sayIn } from './call-titles.ts';
import { count, isSpent, raise, takeCounted } from './throttle.ts';

interface LoggedCall {
  /** Permission node, such as `goods/goods/add`. */
  readonly node: string;
  readonly url: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Who came in by it, where nobody was signed in before. */
  readonly entered?: string | undefined;
  /** Whether nothing came of it. */
  readonly isRefused?: boolean;
}

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

export function createAdminLog(ports: Pick<ServerPorts, 'database' | 'clock' | 'messages'>, resources: NamingPorts['resources']): AdminLog {
  const say = sayIn({ ...ports, resources }, DEFAULT_LANGUAGE);

  const known = new Map<string, () => Promise<Rules>>();
  /** Every write of a section asks for its title, and hardly anybody ever changes one. */
  function rulesOf(node: string): Promise<Rules> {
    const read = known.get(node) ?? memoizeTtl(() => readCallRules(ports.database.kysely, [node]), REMARK_MEMORY_MS, ports.clock);
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
   * hides what they try by one call behind what they are refused by another.
   * @returns null where nothing is to be kept
   */
  async function roomFor(refusedId: number, node: string): Promise<RefusedCall | null> {
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
    async write({ node, url, input, entered, isRefused = false }, caller) {
      const refusal = isRefused ? await roomFor(caller.kind === 'admin' ? caller.id : 0, node) : undefined;
      if (refusal === null) return;
      const name = caller.kind === 'admin' ? caller.username : (entered ?? input['username']);
      const title = entryTitle(node, ownName(node, say) === undefined ? await rulesOf(node) : [], say, refusal);
      await ports.database.kysely
        .insertInto('admin_log')
        .values({
          admin_id: caller.kind === 'admin' ? caller.id : await idOf(name),
          username: (typeof name === 'string' ? name : 'unknown').slice(0, 20),
          url: maskedUrl(url).slice(0, 1500),
          title,
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
 * file is; of a ticket, what it starts is. Calls that say so themselves are not either.
 */
export const isLogged = ({
  method,
  path,
  log,
}: {
  readonly method: string;
  readonly path: string;
  readonly log?: Endpoint['log'] | undefined;
}): boolean =>
  path.startsWith('/admin/') &&
  log !== 'never' &&
  (method === 'GET'
    ? path.endsWith('/export')
    : (method === 'POST' || method === 'DELETE') &&
      !/\/(?:select|index|logout|ticket|saveDashboard)$|^\/admin\/(?:chat\.chat|notification)\//iu.test(path));
