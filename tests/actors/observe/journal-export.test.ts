import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor, type AnyMachineSnapshot } from 'xstate';
import type { Troupe } from '#actors/app/create-app';
import { createJournal, type Journal } from '#actors/observe/journal';
import { exportJournal } from '#actors/observe/journal-export';
import { replay } from '#tests/support/replay.ts';
import { changedMachines } from '#actors/observe/replay';
import { readJournal, type JournalEntry } from '#domain/observe/journal-file';
import { Secret } from '#domain/base/secret';
import { selectRoute } from '#machines/app/navigation.machine';
import { createTestWorld, startTestApp } from '#tests/support/app.ts';
import { livingMachines } from '#tests/support/lives/living.ts';
import { TEST_PASSWORD, createTestServer, type TestServer } from '#tests/support/server.ts';

const HEADER = { journal: 1, app: '1.4.0', build: '9a8ced66', language: 'en', startedAt: 1_764_000_000, machines: {} };
type Told = readonly [to: string, event: JournalEntry['event']];

/** The file that a journal of these events becomes. */
const fileOf = (...told: Told[]): string => exportJournal(journalOf(told));

function journalOf(told: readonly Told[]): Pick<Journal, 'export'> {
  const entries = told.map(([to, event], index) => ({ seq: index + 1, at: index * 20, to, event }));
  return { export: () => [HEADER, ...entries].map((line) => JSON.stringify(line)).join('\n') };
}

const pictureOf = (name: string) => ({ fileId: 'f', name, mimeType: 'image/png', sizeBytes: 68 });
const eventsOf = (text: string) => readJournal(text).entries.map(({ event }) => event);

/** Every piece of a planted value that a file must not hold. */
function piecesIn(text: string, planted: string): string[] {
  const pieces = Array.from({ length: planted.length - 5 }, (_, at) => planted.slice(at, at + 6));
  return pieces.filter((piece) => text.toLowerCase().includes(piece.toLowerCase()));
}

describe('the file', () => {
  it('has tokens for what is personal, equal for equal values, and leaves everything else as it is', () => {
    const text = fileOf(
      ['app/form', { type: 'form.fieldChanged', field: 'mobile', value: '13800138000' }],
      ['app/form', { type: 'form.fieldChanged', field: 'title', value: 'Tea of autumn' }],
      ['app/form', { type: 'form.submitted', draft: { nickname: 'Ada Lovelace', mobile: '13800138000', email: '', age: 36 } }],
      ['app/list', { type: 'collection.quickSearchTyped', text: 'lovel' }],
      ['app/list', { type: 'list.told', message: 'Call Ada Lovelace at 13800138000', failure: { kind: 'rejected', code: 303 } }],
    );
    expect(readJournal(text).header).toEqual({ ...HEADER, anonymous: true });
    expect(eventsOf(text)).toEqual([
      { type: 'form.fieldChanged', field: 'mobile', value: '~1~' },
      { type: 'form.fieldChanged', field: 'title', value: 'Tea of autumn' },
      { type: 'form.submitted', draft: { nickname: '~2~', mobile: '~1~', email: '', age: 36 } },
      { type: 'collection.quickSearchTyped', text: '~3~' },
      { type: 'list.told', message: 'Call ~2~ at ~1~', failure: { kind: 'rejected', code: 303 } },
    ]);
  });

  it('finds the parameters of addresses, and what stands encoded in them', () => {
    const [moved] = eventsOf(
      fileOf(
        ['app/navigation', { type: 'navigation.requested', to: '/admin/user/user?nickname.LIKE=Zh%C3%A1ng&page=2&quickSearch=li' }],
        ['app/list', { type: 'list.queried', nickname: 'Zháng' }],
      ),
    );
    expect(moved).toEqual({ type: 'navigation.requested', to: '/admin/user/user?nickname.LIKE=~1~&page=2&quickSearch=~2~' });
  });

  it('finds what an address carries within another', () => {
    const aim = { path: '/admin/user/user', query: { mobile: '138', page: '2' } };
    const inner = encodeURIComponent('/admin/user/user?email=ada&page=2');
    const file = fileOf(
      ['app/navigation', { type: 'navigation.requested', to: `/admin/login?to=${encodeURIComponent(JSON.stringify(aim))}` }],
      ['app/navigation', { type: 'navigation.requested', to: `/admin/login?then=${inner}` }],
    );
    expect(eventsOf(file).map(({ to }) => decodeURIComponent(to as string))).toEqual([
      '/admin/login?to={"path":"/admin/user/user","query":{"mobile":"~1~","page":"2"}}',
      '/admin/login?then=/admin/user/user?email=~2~&page=2',
    ]);
  });

  it('writes names of people as they are in no text, whatever signs are in them', () => {
    const odd = 'Zoë (x+y)-[z] $1';
    const text = fileOf(['app/list', { type: 'list.told', nickname: odd, remark: `by ${odd}!` }]);
    expect(eventsOf(text)).toEqual([{ type: 'list.told', nickname: '~1~', remark: 'by ~1~!' }]);
  });

  it('leaves of the name of a file what kind of file it is, which decides whether it is taken', () => {
    const text = fileOf(
      [
        'app/uploads',
        { type: 'uploads.filesChosen', files: [pictureOf('Ada and Grace.PNG'), pictureOf('tax.2024.pdf.exe'), pictureOf('Lovelace.Ada')] },
      ],
      ['app/list', { type: 'list.told', message: 'Ada and Grace.PNG is stored' }],
    );
    expect(eventsOf(text)).toEqual([
      { type: 'uploads.filesChosen', files: [pictureOf('~1~.png'), pictureOf('~2~.exe'), pictureOf('~3~')] },
      { type: 'list.told', message: '~1~.png is stored' },
    ]);
  });

  it('holds no planted value, in no piece of six characters, wherever it stands', () => {
    const planted = ['Correct-Horse7battery', 'tk_9f8e7d6c5b4a39281706', '483920', '13912345678', 'grace.hopper@navy.example'];
    const [password, token, code, mobile, mail] = planted as [string, string, string, string, string];
    const text = fileOf(
      ['app/login', { type: 'login.submitted', password, captchaInfo: code }],
      ['app/login', { type: 'xstate.done.actor.signIn', output: { token, user: { email: mail, mobile: Number(mobile) } } }],
      ['app/list', { type: 'list.told', rows: [{ remark: `${mail.slice(0, 9)} … ${password.slice(2, 10).toUpperCase()}`, [mail]: 1 }] }],
      ['app/list', { type: 'list.told', url: `https://host.example/x?access=${encodeURIComponent(token)}&q=${mobile.slice(0, 8)}` }],
      [`app/sheet:${mail}`, { type: 'xstate.error.actor.x', error: { $error: { name: 'Error', message: `${code}/${mobile}` } } }],
    );
    expect(planted.flatMap((one) => piecesIn(text, one))).toEqual([]);
    expect(readJournal(text).entries).toHaveLength(5);
  });

  it('is written whatever the journal holds', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const raw = `${JSON.stringify(HEADER)}\n{"seq":1,"at":0,"to":"app","event":{"type":"told","deep":${deep}}}`;
    expect(eventsOf(exportJournal({ export: () => raw }))).toEqual([{ type: 'told', $unrecordable: true }]);
  });
});

async function arrived({ app }: Troupe, path: string): Promise<void> {
  const { navigation } = app.getSnapshot().children;
  await waitFor(navigation!, (snapshot) => snapshot.matches('settled') && selectRoute(snapshot)?.path === path);
}

const statesOf = (all: readonly (readonly [path: string, snapshot: unknown])[]) =>
  all.map(([path, snapshot]) => [path, (snapshot as AnyMachineSnapshot | undefined)?.value]);

describe('the file of a real visit', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it('folds to the state of every machine, of a list of members too, and knows nobody', { timeout: 20_000 }, async () => {
    const world = createTestWorld({ href: '/admin/user/user', fetch: (request) => server.app.fetch(request) });
    const troupe = startTestApp(world);
    await arrived(troupe, '/admin/login');
    troupe.app
      .getSnapshot()
      .children.adminSession!.send({ type: 'session.signInRequested', username: 'admin', password: new Secret(TEST_PASSWORD), keep: true });
    await arrived(troupe, '/admin/user/user');
    const listPath = 'app/adminShell/tabs/collection:member';
    const list = () => livingMachines(troupe.app).find(([path]) => path === listPath)?.[1];
    await expect.poll(() => (list()?.context as { rows?: unknown[] } | undefined)?.rows?.length ?? 0).toBeGreaterThan(0);

    const raw = troupe.journal.export();
    const text = exportJournal(troupe.journal);
    const { header, checkpoint, entries } = readJournal(text);
    expect(changedMachines(header, [troupe.app.logic as never])).toEqual([]);
    const folded = replay(entries, (path) => (path === 'app' ? troupe.app.logic : undefined), checkpoint);
    const living = livingMachines(troupe.app);
    expect(statesOf(living.map(([path]) => [path, folded.get(path)]))).toEqual(statesOf(living));

    const members = (list()!.context as { rows: readonly Record<string, string>[] }).rows;
    const people = members.flatMap(({ mobile, email, username, nickname }) => [mobile, email, username, nickname]);
    const known = people.filter((one): one is string => typeof one === 'string' && one.length > 5);
    // They were there before.
    expect(known.length).toBeGreaterThan(5);
    expect(known.filter((one) => !raw.includes(one))).toEqual([]);
    expect(known.filter((one) => text.includes(one))).toEqual([]);
    troupe.app.stop();
  });

  it('of two thousand entries stays below one megabyte', { timeout: 20_000 }, async () => {
    const world = createTestWorld({ href: '/admin/login', fetch: (request) => server.app.fetch(request) });
    const troupe = startTestApp(world);
    const steps = ['/admin/goods/goods', '/admin/user/user', '/admin/auth/admin', '/admin/goods/category'];
    await arrived(troupe, '/admin/login');
    troupe.app
      .getSnapshot()
      .children.adminSession!.send({ type: 'session.signInRequested', username: 'admin', password: new Secret(TEST_PASSWORD), keep: true });
    const { navigation } = troupe.app.getSnapshot().children;
    await waitFor(navigation!, (snapshot) => selectRoute(snapshot)?.path === '/admin/dashboard');
    for (let step = 0; troupe.journal.entries().length < 1850; step += 1) {
      const to = steps[step % steps.length]!;
      navigation!.send({ type: 'navigation.requested', to, mode: 'push' });
      await arrived(troupe, to);
    }
    const text = exportJournal(troupe.journal);
    expect(readJournal(text).entries.length).toBeGreaterThan(1849);
    expect(new TextEncoder().encode(text).length).toBeLessThan(1_000_000);
    troupe.app.stop();
  });
});

it('is written of a journal in which nothing stands yet', () => {
  expect(readJournal(exportJournal(createJournal({ now: () => 1_764_000_000_000 })))).toEqual({
    header: { journal: 1, app: '', build: '', language: '', startedAt: 1_764_000_000, machines: {}, anonymous: true },
    checkpoint: null,
    entries: [],
    states: [],
  });
});
