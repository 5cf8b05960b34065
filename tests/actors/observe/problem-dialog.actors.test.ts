import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type AnyMachineSnapshot } from 'xstate';
import { newReport, problemDialogBundle, type ProblemPorts } from '#actors/observe/problem-dialog.actors';
import { createJournal } from '#actors/observe/journal';
import { FailureError } from '#domain/base/failure';
import { readJournal } from '#domain/observe/journal-file';
import { MAX_JOURNAL_WIRE_BYTES } from '#domain/observe/problem-report';
import { createGuesses } from '#server/features/base/guesses';
import { createProblemReports } from '#server/features/observe/problem-reports.service';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const areaAt = (href: string) =>
  newReport({ journal: createJournal({ now: () => 0 }), build: '', history: { href: () => href } as ProblemPorts['history'] }).report.area;

describe('reporting a problem', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ sampleData: false });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.kysely.deleteFrom('problem_report').execute();
  });

  /** A window at an address, opened by a page that broke, with what it saved and copied. */
  function openedAt(href: string, ports: Partial<ProblemPorts> = {}, words = '') {
    const journal = createJournal({
      now: () => 1_764_000_000_000,
      about: () => ({ app: '1.4.0', build: '9a8ced66', language: 'en' }),
    });
    const saved: { name: string; content: Blob }[] = [];
    const copied: string[] = [];
    const viewer = problemDialogBundle({
      call: (endpoint, input, options) => server.call(endpoint, input as never, options),
      journal,
      build: '9a8ced66',
      history: { href: () => href } as ProblemPorts['history'],
      saveFile: (name, content) => void saved.push({ name, content }),
      painted: () => Promise.resolve(),
      copyText: async (text) => void copied.push(text),
      ...ports,
    });
    const input = { broken: { name: 'TypeError', message: `x is not a function${words}` } };
    const problem = createActor(viewer.logic, { id: 'problemDialog', inspect: journal.inspect, input }).start();
    const reached = (where: string) => waitFor(problem, (snapshot) => (snapshot as AnyMachineSnapshot).matches(where));
    return { journal, viewer, problem, saved, copied, reached };
  }
  const stored = () => server.database.kysely.selectFrom('problem_report').selectAll().execute();

  it('is of the back office only where its pages are: nobody reports the chat as its administrator', () => {
    expect(['/admin/goods/goods', '/user/overview', '/chat', '/404'].map(areaAt)).toEqual(['admin', 'member', 'member', 'member']);
  });

  it('takes what was recorded, says what it is, and sends it with the words', async () => {
    const { viewer, problem, reached, copied } = openedAt('/admin/user/user?mobile=13800138000');
    expect(viewer.text()).toBe('');
    await reached('writing');
    const text = viewer.text();
    const { taken } = problem.getSnapshot().context;
    expect(taken).toEqual({
      entries: readJournal(text).entries.length,
      sizeBytes: new TextEncoder().encode(text).length,
      page: '/admin/user/user',
      language: 'en',
      app: '1.4.0',
      build: '9a8ced66',
      isCut: false,
    });
    problem.send({ type: 'problem.sentenceTyped', text: 'It went white.' });
    problem.send({ type: 'problem.sendRequested' });
    const { context } = await reached('sent');
    const [report] = await stored();
    expect(report).toMatchObject({
      number: context.number,
      page: '/admin/user/user',
      sentence: 'It went white.',
      area: 'admin',
      fault_path: 'problemDialog',
      fault_error: 'TypeError: x is not a function',
    });
    const reports = createProblemReports(server.ports, { identify: async () => null }, createGuesses(server.ports));
    expect((await reports.journalOf(report!.id)).text).toBe(text);
    problem.send({ type: 'problem.copyRequested' });
    await reached('sent');
    expect(copied).toEqual([context.number]);
  });

  it('keeps the words when the sending fails, saves the same file, and can send again', async () => {
    let isOffline = true;
    const call: ProblemPorts['call'] = (endpoint, input, options) =>
      isOffline ? Promise.reject(new FailureError({ kind: 'unreachable', online: false })) : server.call(endpoint, input as never, options);
    const { viewer, problem, reached, saved } = openedAt('/user/login', { call });
    await reached('writing');
    const text = viewer.text();
    problem.send({ type: 'problem.sentenceTyped', text: 'No line.' });
    problem.send({ type: 'problem.sendRequested' });
    await waitFor(problem, (snapshot) => snapshot.matches({ writing: 'failed' }));
    expect(problem.getSnapshot().context).toMatchObject({ sentence: 'No line.', failure: { kind: 'unreachable', online: false } });
    problem.send({ type: 'problem.saveRequested' });
    expect(saved.map(({ name }) => name)).toEqual(['problem-report.jsonl']);
    expect(await saved[0]!.content.text()).toBe(text);
    isOffline = false;
    problem.send({ type: 'problem.sendRequested' });
    await reached('sent');
    expect((await stored()).map(({ sentence, area }) => [sentence, area])).toEqual([['No line.', 'member']]);
  });

  it('leaves neither the recording nor the words in what is recorded', async () => {
    const { viewer, journal, problem, reached } = openedAt('/admin', {}, 'x'.repeat(2000));
    await reached('writing');
    problem.send({ type: 'problem.sentenceTyped', text: 'Ada cannot sign in' });
    problem.send({ type: 'problem.sendRequested' });
    await reached('sent');
    expect(journal.export().length).toBeLessThan(viewer.text().length + 3000);
    const next = problemDialogBundle({
      journal,
      build: '',
      history: { href: () => '/' },
      painted: () => Promise.resolve(),
    } as unknown as ProblemPorts);
    const problemAgain = createActor(next.logic, { id: 'problemDialog', inspect: journal.inspect, input: { broken: null } }).start();
    await waitFor(problemAgain, (snapshot) => snapshot.matches('writing'));
    expect(next.text()).toContain('problem.sentenceTyped');
    expect(next.text()).not.toContain('cannot sign in');
  });

  it('is never refused for its length', async () => {
    const { journal, problem, viewer, reached } = openedAt('/admin', {}, '字"'.repeat(300_000));
    expect(journal.export().length).toBeGreaterThan(600_000);
    await reached('writing');
    const bytes = new TextEncoder().encode(JSON.stringify(viewer.text())).length;
    expect(bytes).toBeLessThanOrEqual(MAX_JOURNAL_WIRE_BYTES);
    problem.send({ type: 'problem.sentenceTyped', text: '字'.repeat(1000) });
    problem.send({ type: 'problem.sendRequested' });
    const { context } = await reached('sent');
    expect([context.taken?.isCut, (await stored()).map(({ sentence }) => sentence.length)]).toEqual([true, [1000]]);
  });
});
