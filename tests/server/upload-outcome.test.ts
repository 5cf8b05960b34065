import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/database';
import { createUploadService } from '#server/services/uploads/upload.service';
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
