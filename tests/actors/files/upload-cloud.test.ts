import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { createFiles } from '#actors/base/files';
import { sha1Of } from '#actors/files/sha1';
import { siteConfigOf } from '#actors/base/site-config';
import { uploadQueueLogic } from '#actors/files/upload.actors';
import type { Call } from '#api/client';
import { adminInit, frontInit } from '#api/contract/session/session';
import { askUploadForm, cloudCallbackAsAdmin, cloudCallbackAsMember, findUploadAsAdmin, uploadAsAdmin } from '#api/contract/files/upload';
import { FailureError } from '#domain/base/failure';
import { uploadPlan, type SharedForm, type UploadPlan } from '#domain/files/upload-plan';
import { selectUpload } from '#machines/files/upload-queue.machine';
import type { UploadedFile, UploadRef } from '#machines/files/upload.machine';
import { createCloudStore } from '#server/adapters/files/cloud-store';
import { silentLogger } from '#server/base/logger';
import { S3_BUCKET, S3_CREDENTIALS, S3_NETWORKS, startS3, type RunningS3 } from '#tests/support/servers/s3-server.ts';
import { ELF } from '#tests/support/upload-samples.ts';
import { addMember } from '#tests/support/members.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { startStrictStore, type StrictStore } from '#tests/support/strict-store.ts';

/** Files that the browser sends to a cloud store itself: a real S3-compatible one, and the real server to tell. */
let store: RunningS3;
let server: TestServer;
let token: string;
let plan: UploadPlan;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAE0lEQVR4nGP8z8DAwMDAAAUMDAAJEwEBmQwVUQAAAABJRU5ErkJggg==',
  'base64',
);
const NOW_MS = new Date(2026, 0, 15, 8, 9, 10).getTime();

beforeAll(async () => {
  store = await startS3();
  const settings = { upload_mode: 'cloud', upload_cloud_url: store.url, upload_cloud_bucket: S3_BUCKET, upload_cloud_region: 'us-east-1' };
  server = await createTestServer({
    ports: { cloud: createCloudStore({ credentials: S3_CREDENTIALS, logger: silentLogger, privateNetworks: S3_NETWORKS }) },
    prepare: async ({ kysely }) => {
      for (const [name, value] of Object.entries(settings)) {
        // oxlint-disable-next-line no-await-in-loop -- four settings
        await kysely.updateTable('config').set({ value }).where('name', '=', name).execute();
      }
    },
  });
  ({ token } = await server.signIn());
  const { siteConfig } = await server.call(adminInit, {}, { token });
  plan = uploadPlan(siteConfigOf(siteConfig).upload, { area: 'admin', picturesOnly: true });
});
afterAll(async () => {
  await server.close();
  await store.close();
});

const files = createFiles(() => crypto.randomUUID());

interface Faults {
  /** How often the server is out of reach when it is told of a file. */
  callbacks?: number;
  /** The server is told, and answers nothing, as others of the family do. */
  isSilent?: boolean;
  /** In place of the store that an asked form names. */
  throughDoor?: string;
  memberToken?: string;
  /** Of the file, before its name. */
  bytes?: Uint8Array<ArrayBuffer>;
}

function send(name: string, faults: Faults = {}, given = plan) {
  const told: unknown[] = [];
  const delivered: UploadedFile[] = [];
  const call = (async (endpoint, input, options) => {
    if (endpoint.path === cloudCallbackAsAdmin.path || endpoint.path === cloudCallbackAsMember.path) {
      told.push(input);
      faults.callbacks = (faults.callbacks ?? 0) - 1;
      if (faults.callbacks >= 0) throw new FailureError({ kind: 'unreachable', online: true });
    }
    if (endpoint.path === uploadAsAdmin.path) throw new Error('the file was sent to the server');
    const reply = await server.call(endpoint, input as never, {
      ...options,
      token,
      ...(faults.memberToken !== undefined && { memberToken: faults.memberToken }),
    });
    if (faults.isSilent && endpoint.path === cloudCallbackAsAdmin.path) return null;
    return endpoint.path === askUploadForm.path ? { ...(reply as object), url: faults.throughDoor } : reply;
  }) as Call;
  const ports = {
    call,
    files,
    printFile: (file: File, { onRead }: { readonly onRead: (bytes: number) => void }) => sha1Of(file, onRead),
    isOnline: () => true,
    now: () => NOW_MS,
    newKey: () => 'abcdefghijklmnopqrstuvwxyz012345',
  };
  const queue = createActor(uploadQueueLogic(ports).provide({ actions: { deliver: (_, { stored }) => void delivered.push(stored) } }), {
    // The pauses before the server is told again are the machine's; here they pass at once.
    clock: { setTimeout: (run) => setTimeout(run, 0), clearTimeout: (timer: NodeJS.Timeout) => clearTimeout(timer) },
  }).start();
  const chosen = files.keep(new File([faults.bytes ?? PNG, name], name, { type: 'image/png' }));
  queue.send({ type: 'files.chosen', files: [chosen], plan: given, surplus: 0 });
  return { upload: selectUpload(chosen.fileId)(queue.getSnapshot()) as UploadRef, told, delivered };
}

const shared = ({ store: form } = plan) => form as SharedForm;
const reaches = (upload: UploadRef, phase: string) => waitFor(upload, (snapshot) => snapshot.value === phase, { timeout: 10_000 });
const sha1Text = (name: string) => createHash('sha1').update(PNG).update(name).digest('hex');
const attachments = (name: string) =>
  server.database.kysely.selectFrom('attachment').select(['url', 'storage', 'size']).where('name', '=', name).execute();

it('goes to the store under a name made here, and the server is told', async () => {
  const { upload, told, delivered } = send('tea.png');
  await reaches(upload, 'done');
  const url = `/storage/a1/default/20260115/tea${sha1Text('tea.png')}.png`;
  const size = PNG.length + 'tea.png'.length;
  expect(told).toEqual([{ url, name: 'tea.png', size, type: 'image/png', sha1: sha1Text('tea.png') }]);
  expect(delivered).toEqual([{ url, fullUrl: store.url + url }]);
  expect(await attachments('tea.png')).toEqual([{ url, storage: 'cloud', size }]);
});

it('takes no name that another file has, whatever the template leaves out', async () => {
  const store = { ...shared(plan), saveName: '/storage/a1/{topic}/{filename}{.suffix}' };
  const sent = ['photo.jpg.png', 'photo.jpg .png'].map((name) => [name, send(name, {}, { ...plan, store })] as const);
  for (const [, { upload }] of sent) await reaches(upload, 'done');
  expect(sent.map(([, { delivered }]) => delivered.map(({ url }) => url))).toEqual(
    sent.map(([name]) => [`/storage/a1/default/${sha1Text(name)}-photo.jpg.png`]),
  );
});

it('is sent again where the store has lost it, and is no answer where the server itself is to have it', async () => {
  const first = send('twice.png');
  await reaches(first.upload, 'done');
  const found = async (more: object) => {
    const question = { sha1: sha1Text('twice.png'), size: PNG.length + 'twice.png'.length, name: 'twice.png', ...more };
    return (await server.call(findUploadAsAdmin, question, { token })).file?.url ?? null;
  };
  const url = first.delivered[0]?.url ?? '';
  expect([await found({}), await found({ forceLocal: 0 }), await found({ forceLocal: 1 })]).toEqual([url, url, null]);
  const target = { url: store.url, bucket: S3_BUCKET, region: 'us-east-1' };
  await server.ports.cloud?.remove(target, url.slice(1));
  expect(await found({})).toBe(null);
  const { upload, delivered } = send('twice.png');
  await reaches(upload, 'done');
  expect(delivered).toEqual(first.delivered);
  expect([await server.ports.cloud?.inspect(target, url.slice(1)), await found({})]).toMatchObject([
    { sizeBytes: PNG.length + 'twice.png'.length },
    url,
  ]);
});

it('is shown from the public address of the store where the server answers nothing', async () => {
  const { upload, delivered } = send('silent.png', { isSilent: true });
  await reaches(upload, 'done');
  const url = `/storage/a1/default/20260115/silent${sha1Text('silent.png')}.png`;
  expect(delivered).toEqual([{ url, fullUrl: store.url + url }]);
});

it('is told again when the server was out of reach, and sent only once', async () => {
  const { upload, told, delivered } = send('again.png', { callbacks: 1 });
  await reaches(upload, 'done');
  expect([told.length, delivered.length]).toEqual([2, 1]);
  expect(await attachments('again.png')).toHaveLength(1);
});

it('stays stored but unregistered when the server cannot be told; a retry registers the same file', async () => {
  const { upload, told, delivered } = send('later.png', { callbacks: 4 });
  await reaches(upload, 'unregistered');
  expect([told.length, delivered, await attachments('later.png')]).toEqual([4, [], []]);
  upload.send({ type: 'upload.retried' });
  await reaches(upload, 'done');
  expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(await attachments('later.png')).toHaveLength(1);
});

it('is told of once where the server refuses it, and a retry sends it again', async () => {
  const { upload, told, delivered } = send('program.png', { bytes: ELF });
  await reaches(upload, 'failed');
  const refused = { kind: 'rejected', code: 0, message: 'The type of uploaded file is not allowed!' };
  expect([told.length, delivered, upload.getSnapshot().context.failure]).toEqual([1, [], refused]);
  upload.send({ type: 'upload.retried' });
  await waitFor(upload, (snapshot) => snapshot.matches('failed') && told.length > 1, { timeout: 10_000 });
  expect([told.length, delivered, upload.getSnapshot().context.failure]).toEqual([2, [], refused]);
});

it('fails with the store’s status where the store is not there', async () => {
  const missing = { ...plan, store: { ...shared(), url: `${store.url}-missing` } };
  const { upload, told } = send('lost.png', {}, missing);
  await reaches(upload, 'failed');
  expect(upload.getSnapshot().context.failure).toMatchObject({ kind: 'http', status: 404 });
  expect(told).toEqual([]);
});

describe('a file of a member', () => {
  let door: StrictStore;
  let mine: UploadPlan;
  let memberToken: string;
  beforeAll(async () => {
    door = await startStrictStore(store.url, () => server.clock.nowMs());
    const member = await addMember(server, 'sender');
    memberToken = (await member.signIn()).token;
    const { site } = await server.call(frontInit, {}, {});
    mine = uploadPlan(siteConfigOf(site).upload, { area: 'member', picturesOnly: false });
  });
  afterAll(() => door.close());

  const sendMine = (name: string, faults: Faults = {}) => send(name, { ...faults, throughDoor: door.url, memberToken }, mine);

  it('goes to the store by a form of its own, and lies where the server says', async () => {
    expect(mine.store).toBe('asked');
    const { upload, told, delivered } = sendMine('mine.png');
    await reaches(upload, 'done');
    const [row] = await attachments('mine.png');
    expect(row).toMatchObject({ storage: 'cloud', url: expect.stringMatching(/^\/storage\/u\d+\/default\//u) });
    expect(told).toMatchObject([{ url: expect.stringMatching(/\/incoming\//u), name: 'mine.png', sha1: sha1Text('mine.png') }]);
    expect([door.answers, delivered]).toEqual([[200], [{ url: row?.url, fullUrl: store.url + row?.url }]]);
  });

  it('is registered by a later try, and was sent once', async () => {
    const { upload, told } = sendMine('mine-later.png', { callbacks: 4 });
    await reaches(upload, 'unregistered');
    upload.send({ type: 'upload.retried' });
    await reaches(upload, 'done');
    expect([new Set(told.map((one) => JSON.stringify(one))).size, door.answers]).toEqual([1, [200, 200]]);
    expect(await attachments('mine-later.png')).toHaveLength(1);
  });
});

describe('a store that refuses forms whose time is over', () => {
  let strict: StrictStore;
  let late: UploadPlan;
  beforeAll(async () => {
    strict = await startStrictStore(store.url, () => server.clock.nowMs());
    late = { ...plan, store: { ...shared(), url: strict.url } };
    // The page has been open for longer than its form is good for.
    server.clock.advanceSeconds(86_400);
    ({ token } = await server.signIn());
  });
  afterAll(() => strict.close());

  it('gets the file with a fresh form from the server, under the same name', async () => {
    const { upload, told, delivered } = send('late.png', {}, late);
    await reaches(upload, 'done');
    expect([strict.answers, told.length, delivered.length]).toEqual([[403, 200], 1, 1]);
    expect(await attachments('late.png')).toMatchObject([{ url: delivered[0]?.url, storage: 'cloud' }]);
  });

  it('is not asked a third time', async () => {
    const stuck = await startStrictStore(store.url, () => Infinity);
    const { upload, told } = send('never.png', {}, { ...late, store: { ...shared(late), url: stuck.url } });
    await reaches(upload, 'failed');
    expect(upload.getSnapshot().context.failure).toMatchObject({ kind: 'http', status: 403 });
    expect([stuck.answers, told]).toEqual([[403, 403], []]);
    await stuck.close();
  });
});
