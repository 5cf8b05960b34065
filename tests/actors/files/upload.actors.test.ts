import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { createApp, type Troupe } from '#actors/app/create-app';
import { createFiles } from '#actors/base/files';
import { scriptHasher, sha1Of } from '#actors/files/sha1';
import { uploadQueueLogic } from '#actors/files/upload.actors';
import type { UploadPlan } from '#domain/files/upload-plan';
import { selectFileIds, selectUpload, type UploadQueueRef } from '#machines/files/upload-queue.machine';
import type { UploadedFile, UploadPhase, UploadRef } from '#machines/files/upload.machine';
import { createTestWorld } from '#tests/support/app.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAE0lEQVR4nGP8z8DAwMDAAAUMDAAJEwEBmQwVUQAAAABJRU5ErkJggg==',
  'base64',
);
const PLAN: UploadPlan = {
  area: 'admin',
  limits: { maxSizeBytes: 10_485_760, allowedTypes: ['png', 'zip'] },
  store: null,
  forceLocal: false,
};

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

/** What the server's answer is replaced by: null lets the server answer. */
type Interception = (path: string, request: Request) => Response | Promise<Response> | null;

let paths: string[] = [];
let token = '';
beforeEach(() => {
  paths = [];
});

/** The application as after a sign-in, and the queue of a field in it. */
async function open(intercept: Interception = () => null): Promise<{ queue: UploadQueueRef; delivered: UploadedFile[]; troupe: Troupe }> {
  const tokens = await server.signIn();
  ({ token } = tokens);
  const slice = { id: 1, username: 'admin', token: tokens.token, refreshToken: tokens.refreshToken };
  const world = createTestWorld({
    stored: new Map([['adminInfo', JSON.stringify({ version: 1, value: slice })]]),
    fetch: (request) => {
      const path = new URL(request.url).pathname.split('/').at(-1) ?? '';
      paths.push(path);
      return intercept(path, request) ?? server.app.fetch(request);
    },
  });
  const troupe = createApp(world.ports, { version: 'test', build: 'test' });
  troupe.app.start();
  const delivered: UploadedFile[] = [];
  const queue = createActor(
    uploadQueueLogic({
      call: troupe.call,
      files,
      printFile: (file, { onRead }) => sha1Of(file, onRead),
      isOnline: () => true,
      now: () => 1_768_435_200_000,
      newKey: () => 'abcdefghijklmnopqrstuvwxyz012345',
    }).provide({ actions: { deliver: (_, { stored }) => void delivered.push(stored) } }),
  );
  queue.start();
  return { queue, delivered, troupe };
}

const files = createFiles(
  (
    (count) => () =>
      `file-${(count += 1)}`
  )(0),
);

function choose(queue: UploadQueueRef, file: File, plan = PLAN): UploadRef {
  const chosen = files.keep(file);
  queue.send({ type: 'files.chosen', files: [chosen], plan, surplus: 0 });
  const upload = selectUpload(chosen.fileId)(queue.getSnapshot());
  if (!upload) throw new Error('the queue has not taken the file');
  return upload;
}
const reaches = (upload: UploadRef, phase: UploadPhase) => waitFor(upload, (snapshot) => snapshot.value === phase, { timeout: 10_000 });

/** A PNG of two pixels that differs from the others by what follows it. */
const picture = (name: string, mark = name): File => new File([PNG, mark], name, { type: 'image/png' });

describe('a file on its way to the server', () => {
  it('is fingerprinted, asked about, sent and stored, and the same bytes are not sent again', async () => {
    const { queue, delivered } = await open();
    await reaches(choose(queue, picture('tea.png')), 'done');
    const sha1 = createHash('sha1').update(PNG).update('tea.png').digest('hex');
    expect(delivered).toEqual([{ url: `/storage/default/20260115/tea${sha1}.png`, fullUrl: expect.stringContaining(sha1) as string }]);
    expect(paths.filter((path) => /upload/iu.test(path))).toEqual(['findUpload', 'upload']);

    await reaches(choose(queue, picture('other-name.png', 'tea.png')), 'done');
    expect(delivered[1]).toEqual(delivered[0]);
    expect(paths.filter((path) => /upload/iu.test(path))).toEqual(['findUpload', 'upload', 'findUpload']);
  });

  it.each([
    [false, '0', null],
    [true, '1', '1'],
  ])('says in the address whether it has to stay on the server: %s', async (forceLocal, said, asked) => {
    const wishes: (string | null)[] = [];
    const { queue } = await open((path, request) => {
      if (path === 'upload' || path === 'findUpload') wishes.push(new URL(request.url).searchParams.get('forceLocal'));
      return null;
    });
    await reaches(choose(queue, picture('here.png', `here ${said}`), { ...PLAN, forceLocal }), 'done');
    expect(wishes).toEqual([asked, said]);
  });

  it('tells how much has left', async () => {
    const { queue } = await open();
    const upload = choose(queue, new File([new Uint8Array(3_000_000)], 'big.zip', { type: 'application/zip' }));
    const seen: number[] = [];
    upload.subscribe((snapshot) => {
      if (snapshot.matches('sending')) seen.push(snapshot.context.bytes);
    });
    // Zeros are no archive: the server says so once it has them.
    await reaches(upload, 'failed');
    expect(seen[0]).toBe(0);
    expect(Math.max(...seen)).toBeGreaterThanOrEqual(3_000_000);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  });

  it('is stopped in the middle, without an answer being waited for, and can be taken up again', async () => {
    let given: AbortSignal | null = null;
    const { queue, delivered } = await open((path, request) => {
      if (path !== 'upload' || given) return null;
      given = request.signal;
      return new Promise(() => {});
    });
    const upload = choose(queue, picture('slow.png'));
    await reaches(upload, 'sending');
    await expect.poll(() => given).not.toBeNull();
    upload.send({ type: 'upload.cancelled' });
    expect(upload.getSnapshot().value).toBe('cancelled');
    await expect.poll(() => given?.aborted).toBe(true);
    upload.send({ type: 'upload.retried' });
    await reaches(upload, 'done');
    expect(delivered).toHaveLength(1);
    expect(paths.filter((path) => /upload/iu.test(path))).toEqual(['findUpload', 'upload', 'findUpload', 'upload']);
  });

  it('says why it failed, and a retry sends it without reading it again', async () => {
    let isDown = true;
    const { queue, delivered } = await open((path) => {
      if (path !== 'upload' || !isDown) return null;
      return new Response('', { status: 502 });
    });
    const upload = choose(queue, picture('down.png'));
    await reaches(upload, 'failed');
    expect(upload.getSnapshot().context.failure).toEqual({ kind: 'http', status: 502, url: '/api/admin/ajax/upload' });
    isDown = false;
    upload.send({ type: 'upload.retried' });
    await reaches(upload, 'done');
    expect(delivered).toHaveLength(1);
  });

  it('shows the server’s own words where it refuses the content', async () => {
    const { queue } = await open();
    const upload = choose(queue, new File(['no picture'], 'false.png', { type: 'image/png' }));
    await reaches(upload, 'failed');
    expect(upload.getSnapshot().context.failure).toMatchObject({ kind: 'rejected', code: 0 });
  });

  it('survives the end of the access token while it is sent', async () => {
    let hasExpired = false;
    const { queue, delivered } = await open((path, request) => {
      if (path !== 'upload' || hasExpired) return null;
      hasExpired = true;
      return server.expireToken(token).then(() => server.app.fetch(request));
    });
    await reaches(choose(queue, picture('renewed.png')), 'done');
    expect(paths.filter((path) => /upload|refreshToken/iu.test(path))).toEqual(['findUpload', 'upload', 'refreshToken', 'upload']);
    expect(delivered).toHaveLength(1);
  });

  it('is sent to a server that does not know the question', async () => {
    const { queue, delivered } = await open((path) => (path === 'findUpload' ? new Response('', { status: 404 }) : null));
    await reaches(choose(queue, picture('older.png')), 'done');
    expect(delivered).toHaveLength(1);
  });

  it('goes side by side with others of the same name', async () => {
    const { queue, delivered } = await open();
    await Promise.all(['one', 'two', 'three', 'four'].map((mark) => reaches(choose(queue, picture('same.png', mark)), 'done')));
    expect(new Set(delivered.map(({ url }) => url)).size).toBe(4);
    expect(paths.filter((path) => path === 'upload')).toHaveLength(4);
    expect(selectFileIds(queue.getSnapshot())).toHaveLength(4);
  });
});

describe('the fingerprint', () => {
  const EMPTY = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';
  const large = new Uint8Array(9_000_001).map((_, index) => (index * 31) % 251);

  it.each([
    ['WebAssembly', undefined],
    ['a script', scriptHasher],
  ])('is that of the whole file, by %s', async (_name, hasher) => {
    const read: number[] = [];
    const print = (bytes: Uint8Array<ArrayBuffer>) => sha1Of(new Blob([bytes]), (count) => read.push(count), hasher?.());
    expect(await print(large)).toBe(createHash('sha1').update(large).digest('hex'));
    expect(read).toEqual([4_194_304, 8_388_608, 9_000_001]);
    expect(await print(new Uint8Array())).toBe(EMPTY);
  });
});
