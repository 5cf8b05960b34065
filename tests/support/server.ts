import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Call, type CallOptions } from '#api/client';
import { createTransport } from '#api/transport';
import type { Endpoint, InputOf, OutputOf } from '#api/contract/base/endpoint';
import { login } from '#api/contract/session/session';
import type { Resource } from '#domain/table/resource';
import { Secret } from '#domain/base/secret';
import { createServerApp, type ServerApp, type AppOptions } from '#server/app';
import type { Database } from '#server/db/base/database';
import { openJobs } from '#server/db/jobs/boss-jobs';
import { seedDatabase } from '#server/db/seed/seed';
import { createFileStore } from '#server/adapters/files/file-store';
import { silentLogger } from '#server/base/logger';
import { networkList } from '#server/base/network';
import { createModelProviders } from '#server/adapters/models/model-providers';
import { createSmtpMailer } from '#server/adapters/smtp-mailer';
import { readMessageFiles } from '#server/adapters/message-files';
import { createPasswordHasher } from '#server/adapters/password-hasher';
import type { ServerPorts } from '#server/ports/ports';
import { createProcesses } from '#server/adapters/processes/node-processes';
import { ENCRYPTION_KEY_BYTES, createEncryptor } from '#server/base/encryptor';
import { createRasteriser } from '#server/adapters/rasteriser';
import { openTestDatabase, type DatabaseTemplate, type TestDatabaseKind } from '#tests/support/database.ts';

export const TEST_PASSWORD = 'secret99';
/** 2026-01-15 08:00:00 in Shanghai. */
export const TEST_START_SECONDS = 1_768_435_200;

/** The same hasher with the least work that its algorithm knows: tests sign in thousands of times, and guess nobody's password. */
const createTestHasher = () => createPasswordHasher({ memory: 8, passes: 1, parallelism: 1 });

let passwordHash: Promise<string> | null = null;
/** Hashed once for all servers of a test file. */
const testPasswordHash = (): Promise<string> => (passwordHash ??= createTestHasher().hash(TEST_PASSWORD));

/** What a first start leaves behind, with samples or without. */
const seeded = (name: string, sampleData: boolean): DatabaseTemplate => ({
  name,
  fill: async (database) =>
    seedDatabase(database, { adminPasswordHash: await testPasswordHash(), sampleData, nowSeconds: TEST_START_SECONDS }),
});
const WITH_SAMPLES = seeded('samples', true);
const SHIPPED = seeded('shipped', false);

interface TestCallOptions extends CallOptions {
  readonly token?: string | undefined;
  /** In calls of the member centre. */
  readonly memberToken?: string | undefined;
  readonly language?: 'zh-cn' | 'en';
}

export interface RawReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The reply as JSON, or null when it is none. */
  readonly body: { code: number; msg: string; time: number; data: any } | null; // oxlint-disable-line typescript/no-explicit-any -- replies are read freely in tests
}

export interface TestServer {
  readonly app: ServerApp;
  readonly database: Database;
  readonly ports: ServerPorts;
  /** Where stored files lie; made when the first comes. */
  readonly filesDir: string;
  /** Time stands still until a test moves it. */
  readonly clock: { nowMs(): number; advanceSeconds(seconds: number): void };
  /** A typed call by the real client, in process; refusals are thrown as FailureError. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: TestCallOptions): Promise<OutputOf<E>>;
  /** A request as it stands on the wire. */
  request(
    path: string,
    init?: RequestInit & { readonly json?: unknown; readonly token?: string; readonly address?: string },
  ): Promise<RawReply>;
  signIn(username?: string, password?: string): Promise<{ token: string; refreshToken: string }>;
  /** An administrator whose one group has these rules (names), and whose password is TEST_PASSWORD. */
  addAdmin(username: string, ruleNames: readonly string[], parentGroup?: number): Promise<{ id: number; groupId: number; token: string }>;
  /** Makes an access token as old as it can get. Only tests can do this. */
  expireToken(token: string): Promise<void>;
  close(): Promise<void>;
}

export interface TestServerOptions {
  readonly kind?: TestDatabaseKind;
  /** In the place of one of its own; it has its tables and rows already. */
  readonly opened?: Database;
  readonly sampleData?: boolean;
  readonly resources?: readonly Resource[];
  readonly ports?: Partial<ServerPorts>;
  readonly chat?: AppOptions['chat'];
  readonly modules?: AppOptions['modules'];
  /** Runs on the seeded database before the application starts. */
  readonly prepare?: (database: Database) => Promise<void>;
  /** What the application is given instead of the database itself. */
  readonly wrap?: (database: Database) => Database;
}

/** The real application on a seeded database of its own, in this process. */
export async function createTestServer({
  kind,
  opened: given,
  sampleData = true,
  resources,
  ports: own = {},
  chat,
  modules,
  prepare,
  wrap = (opened) => opened,
}: TestServerOptions = {}): Promise<TestServer> {
  const database = wrap(given ?? (await openTestDatabase(kind, sampleData ? WITH_SAMPLES : SHIPPED)));
  await prepare?.(database);
  const filesDir = join(tmpdir(), `troupe-files-${crypto.randomUUID()}`);
  let timeMs = TEST_START_SECONDS * 1000;
  const clock = { nowMs: () => timeMs, advanceSeconds: (seconds: number) => void (timeMs += seconds * 1000) };
  const ports: ServerPorts = {
    database,
    jobs: own.jobs ?? (await openJobs({ database, logger: own.logger ?? silentLogger })),
    clock,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    passwords: createTestHasher(),
    encryptor: createEncryptor(new Uint8Array(ENCRYPTION_KEY_BYTES), (count) => crypto.getRandomValues(new Uint8Array(count))),
    rasterise: createRasteriser(),
    logger: silentLogger,
    messages: readMessageFiles('locales'),
    pages: { read: () => null, shell: null, documents: null },
    freeDiskShare: () => 0.5,
    files: createFileStore({ dir: filesDir, randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)), logger: silentLogger }),
    cloud: null,
    mailer: createSmtpMailer({ logger: silentLogger }),
    sms: null,
    models: createModelProviders(networkList(['127.0.0.1']) ?? []),
    processes: createProcesses({ projectDir: process.cwd(), toolsDir: join(filesDir, 'tools'), environment: process.env }),
    ...own,
  };
  const app = createServerApp(ports, { ...(resources && { resources }), chat: { paceMs: 0, ...chat }, ...(modules && { modules }) });

  const clientFor = (token: string | undefined, language: string, member?: string): Call =>
    createClient(createTransport({ language: () => language, isOnline: () => true, fetch: (request) => app.fetch(request) }), {
      tokens: () => ({ admin: token === undefined ? null : new Secret(token), member: member === undefined ? null : new Secret(member) }),
      announce: () => undefined,
    });

  const server: TestServer = {
    app,
    database,
    ports,
    filesDir,
    clock,
    call: (endpoint, input, { token, memberToken, language = 'en', ...options } = {}) =>
      clientFor(token, language, memberToken)(endpoint, input as never, options),

    async request(path, { json, token, address = '127.0.0.1', ...init } = {}) {
      const headers = new Headers({ 'think-lang': 'en', server: 'true' });
      if (json !== undefined) headers.set('content-type', 'application/json');
      if (token !== undefined) headers.set('batoken', token);
      new Headers(init.headers).forEach((value, name) => headers.set(name, value));
      const request = new Request(`http://test.invalid${path}`, {
        ...init,
        ...(json !== undefined && { body: JSON.stringify(json) }),
        headers,
      });
      const response = await app.fetch(request, { remoteAddress: address });
      const text = await response.text();
      let body: RawReply['body'] = null;
      try {
        body = JSON.parse(text) as RawReply['body'];
      } catch {
        // Not every reply is JSON.
      }
      return { status: response.status, headers: response.headers, text, body };
    },

    async signIn(username = 'admin', password = TEST_PASSWORD) {
      const { userInfo } = await server.call(login, { username, password, keep: true });
      return { token: userInfo.token, refreshToken: userInfo.refresh_token ?? '' };
    },

    async addAdmin(username, ruleNames, parentGroup = 1) {
      const stamps = { create_time: TEST_START_SECONDS, update_time: TEST_START_SECONDS };
      const rules = await database.kysely
        .selectFrom('admin_rule')
        .select('id')
        .where('name', 'in', [...ruleNames, ''])
        .execute();
      const group = await database.kysely
        .insertInto('admin_group')
        .values({ pid: parentGroup, name: username, rules: rules.map((rule) => rule.id).join(','), ...stamps })
        .returning('id')
        .executeTakeFirstOrThrow();
      const admin = await database.kysely
        .insertInto('admin')
        .values({ username, ...stamps })
        .returning('id')
        .executeTakeFirstOrThrow();
      await database.kysely.insertInto('admin_group_access').values({ uid: admin.id, group_id: group.id }).execute();
      await database.kysely
        .insertInto('admin_password')
        .values({ admin_id: admin.id, hash: await testPasswordHash(), update_time: TEST_START_SECONDS })
        .execute();
      const { token } = await server.signIn(username);
      return { id: admin.id, groupId: group.id, token };
    },

    async expireToken(token) {
      const { sha256 } = await import('#server/base/digest');
      await database.kysely
        .updateTable('token')
        .set({ expire_time: 0 })
        .where('hash', '=', await sha256(token))
        .execute();
    },

    async close() {
      await app.close();
      await ports.jobs.stop();
      await database.close();
      await rm(filesDir, { recursive: true, force: true });
    },
  };
  return server;
}
