import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HANDLER_TIMEOUT_MS } from '#server/base/limits';
import { addMember } from '#tests/support/members.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { formOf, joined, PNG } from '#tests/support/upload-samples.ts';

/** More than a stream reads ahead, so that it would rest with its file open. */
const LARGE = joined(PNG, new Uint8Array(200_000));

/** How many files below a folder this process holds open. */
async function openBelow(folder: string): Promise<number> {
  const targets = (await readdir('/proc/self/fd')).map((name) => readlink(join('/proc/self/fd', name)).catch(() => ''));
  return (await Promise.all(targets)).filter((target) => target.startsWith(folder)).length;
}

describe.runIf(process.platform === 'linux')('a file that nobody takes', () => {
  let server: TestServer;
  let token: string;
  let picture: string;
  beforeAll(async () => {
    server = await createTestServer();
    ({ token } = await (await addMember(server, 'lin')).signIn());
    const body = formOf(LARGE, 'tea.png');
    const headers = { server: 'true', 'ba-user-token': token };
    const attached = await server.app.fetch(new Request('http://test.invalid/api/api/chat/attach', { method: 'POST', body, headers }));
    picture = ((await attached.json()) as { data: { uuid: string } }).data.uuid;
  });
  afterAll(() => server.close());

  const asked = (method: string): Promise<Response> =>
    server.app.fetch(
      new Request(`http://test.invalid/api/api/chat/attachment?attachment=${picture}`, {
        method,
        headers: { server: 'true', 'ba-user-token': token },
      }),
    );

  it('is not opened before its first bytes are taken, and closed when its reader leaves', async () => {
    const { file_id: fileId } = await server.database.kysely.selectFrom('chat_attachment').select('file_id').executeTakeFirstOrThrow();
    const stream = await server.ports.files.read(fileId);
    expect(await openBelow(server.filesDir)).toBe(0);
    const reader = stream!.getReader();
    expect((await reader.read()).value?.byteLength).toBeGreaterThan(0);
    expect(await openBelow(server.filesDir)).toBe(1);
    await reader.cancel();
    expect(await openBelow(server.filesDir)).toBe(0);

    const left = (await server.ports.files.read(fileId))!.getReader();
    const first = left.read().catch(() => undefined);
    await left.cancel();
    await first;
    expect(await openBelow(server.filesDir)).toBe(0);
  });

  it('is let go where its head alone is asked for', async () => {
    const cancelled = vi.fn<() => void>();
    const read = vi.spyOn(server.ports.files, 'read');
    read.mockImplementationOnce(async () => new ReadableStream({ cancel: cancelled }));
    const head = await asked('HEAD');
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'image/png', '']);
    expect(cancelled).toHaveBeenCalledOnce();
    read.mockRestore();

    for (let count = 0; count < 5; count += 1) await asked('HEAD');
    expect(await openBelow(server.filesDir)).toBe(0);
    expect((await (await asked('GET')).arrayBuffer()).byteLength).toBe(LARGE.byteLength);
    expect(await openBelow(server.filesDir)).toBe(0);
  });

  it('is let go where it comes after its reader was told that it takes too long', async () => {
    const cancelled = Promise.withResolvers<undefined>();
    const [begun, late] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const read = vi.spyOn(server.ports.files, 'read').mockImplementationOnce(async () => {
      begun.resolve(undefined);
      await late.promise;
      return new ReadableStream({ cancel: () => cancelled.resolve(undefined) });
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const answered = asked('GET');
      await begun.promise;
      await vi.advanceTimersByTimeAsync(HANDLER_TIMEOUT_MS);
      expect((await answered).status).toBe(503);
      late.resolve(undefined);
      await cancelled.promise;
    } finally {
      vi.useRealTimers();
      read.mockRestore();
    }
  });
});
