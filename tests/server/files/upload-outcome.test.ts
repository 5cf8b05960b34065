import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/base/database';
import { NO_BODY } from '#server/http/calls/upload-body';
import { BusyError } from '#server/base/refusal';
import { createUploadService } from '#server/features/files/upload.service';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { filesBelow, formOf, GIF, PNG } from '#tests/support/upload-samples.ts';

let server: TestServer;
beforeAll(async () => void (server = await createTestServer({ sampleData: false })));
afterAll(() => server.close());

const OWNER = { adminId: 1, userId: 0, name: 'admin' };
const LOST = new Error('Connection terminated unexpectedly');

function store(bytes: Uint8Array<ArrayBuffer>, name: string, transaction: Database['transaction']) {
  const { headers, body } = new Response(formOf(bytes, name));
  const uploads = createUploadService({ ...server.ports, database: { ...server.database, transaction } });
  return uploads.store({ contentType: headers.get('content-type') ?? '', sizeBytes: null, stream: body }, {}, OWNER);
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
  const put = (adminId: number, userId = 0) =>
    uploads.store(NO_BODY, {}, { ...OWNER, adminId, userId }).then(
      () => null,
      (error: unknown) => error,
    );
  return { put, end: () => end(null) };
}

it('gives no owner more than their places, and others theirs', async () => {
  const { put, end } = heldUploads();
  const waiting = Array.from({ length: 16 }, () => put(1));
  expect(await put(1)).toBeInstanceOf(BusyError);
  waiting.push(put(2), put(0, 1));
  end();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([LOST]));
  expect(await put(1)).toBe(LOST);
});

it('has places for sixty-four in all', async () => {
  const { put, end } = heldUploads();
  const waiting = [1, 2, 3, 4].flatMap((adminId) => Array.from({ length: 16 }, () => put(adminId)));
  expect(await put(5)).toBeInstanceOf(BusyError);
  end();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([LOST]));
  expect(await put(5)).toBe(LOST);
});
