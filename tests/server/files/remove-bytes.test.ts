import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { rejection } from '#domain/base/failure';
import { removeBytes } from '#server/features/files/remove-bytes';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import * as sample from '#tests/support/upload-samples.ts';

const { upload, PNG, filesBelow } = sample;
const unreachable = () => rejection('refusals.upload.cloudUnreachable');

/** What is done is not refused because bytes cannot be removed at that moment. */
describe('bytes that cannot be removed now', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());
  afterEach(() => vi.restoreAllMocks());

  it('are left to a job, and the upload that needed them not is answered', async () => {
    expect((await upload(server, PNG, 'a.png', { token })).body?.code).toBe(1);
    vi.spyOn(server.ports.files, 'remove').mockRejectedValueOnce(unreachable());
    expect((await upload(server, PNG, 'b.png', { token })).body?.code).toBe(1);
    await server.ports.jobs.runDue();
    expect((await filesBelow(server.filesDir)).length).toBe(1);
  });

  it('are not asked for one after the other by the call: all that are left go by the job', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await server.ports.files.store(text())).fileId));
    const before = (await filesBelow(server.filesDir)).length;
    const remove = vi.spyOn(server.ports.files, 'remove').mockRejectedValueOnce(unreachable());
    await removeBytes(server.ports, ids);
    expect(remove.mock.calls.length).toBe(8);
    await server.ports.jobs.runDue();
    expect((await filesBelow(server.filesDir)).length).toBe(before - 20);
  });
});

async function* text(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode('text');
}
