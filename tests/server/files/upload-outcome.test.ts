import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/base/database';
import type { AdminCaller, Client, MemberCaller } from '#server/base/caller';
import { NO_BODY } from '#server/http/calls/upload-body';
import { BusyError } from '#server/base/refusal';
import { createUploadService } from '#server/features/files/upload.service';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { filesBelow, formOf, GIF, PNG } from '#tests/support/upload-samples.ts';

let server: TestServer;
let uploader: AdminCaller;
const client: Client = { ip: '127.0.0.1', userAgent: '', language: 'en' };
const grants = { isSuper: true, isAll: true, groupIds: [], ruleIds: new Set<number>(), nodes: new Set<string>() };
const adminOf = (id: number, token: string | null = null): AdminCaller => ({
  kind: 'admin',
  id,
  username: 'admin',
  client,
  grants,
  tokens: { admin: token, member: null },
  idempotencyKey: null,
});
const memberOf = (id: number): MemberCaller => ({
  kind: 'member',
  id,
  username: 'member',
  client,
  grants,
  tokens: { admin: null, member: null },
  groupId: 1,
  familyId: '',
});
beforeAll(async () => {
  server = await createTestServer({ sampleData: false });
  uploader = adminOf(1, (await server.signIn()).token);
});
afterAll(() => server.close());

const LOST = new Error('Connection terminated unexpectedly');

function store(bytes: Uint8Array<ArrayBuffer>, name: string, transaction: Database['transaction']) {
  const { headers, body } = new Response(formOf(bytes, name));
  const uploads = createUploadService({ ...server.ports, database: { ...server.database, transaction } });
  return uploads.store({ contentType: headers.get('content-type') ?? '', sizeBytes: null, stream: body }, {}, uploader);
}

it('keeps the bytes when the connection breaks at a commit that has happened', async () => {
  const cut: Database['transaction'] = async (work) => {
    await server.database.transaction(work);
    throw LOST;
  };
  await expect(store(PNG, 'a.png', cut)).rejects.toBe(LOST);
  const { url } = await server.database.kysely.selectFrom('attachment').select('url').executeTakeFirstOrThrow();
  const reply = await server.request(url);
  expect([reply.status, reply.headers.get('content-length')]).toEqual([200, String(PNG.byteLength)]);
});

it('removes the bytes when their rows were not written', async () => {
  const before = await filesBelow(server.filesDir);
  const refused: Database['transaction'] = () => Promise.reject(LOST);
  await expect(store(GIF, 'b.gif', refused)).rejects.toBe(LOST);
  expect(await filesBelow(server.filesDir)).toEqual(before);
});

/** Uploads that last until the test ends them. */
function heldUploads() {
  const { promise: ended, resolve: end } = Promise.withResolvers<null>();
  const receive = () => ended.then(() => Promise.reject(LOST));
  const uploads = createUploadService({ ...server.ports, files: { ...server.ports.files, receive } });
  const put = (caller: AdminCaller | MemberCaller) =>
    uploads.store(NO_BODY, {}, caller).then(
      () => null,
      (error: unknown) => error,
    );
  return { put, end: () => end(null) };
}

it('gives no owner more than their places, and others theirs', async () => {
  const { put, end } = heldUploads();
  const waiting = Array.from({ length: 16 }, () => put(adminOf(1)));
  expect(await put(adminOf(1))).toBeInstanceOf(BusyError);
  waiting.push(put(adminOf(2)), put(memberOf(1)));
  end();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([LOST]));
  expect(await put(adminOf(1))).toBe(LOST);
});

it('has places for sixty-four in all', async () => {
  const { put, end } = heldUploads();
  const waiting = [1, 2, 3, 4].flatMap((adminId) => Array.from({ length: 16 }, () => put(adminOf(adminId))));
  expect(await put(adminOf(5))).toBeInstanceOf(BusyError);
  end();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([LOST]));
  expect(await put(adminOf(5))).toBe(LOST);
});
