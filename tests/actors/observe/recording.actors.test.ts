import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { newRecording, type RecordingPorts } from '#actors/observe/recording.actors';
import { createJournal } from '#actors/observe/journal';
import { reportProblem } from '#api/contract/observe/problem';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const HEADER = { journal: 1, app: '1.4.0', build: '9a8ced66', language: 'zh-cn', startedAt: 1_764_000_000, machines: {}, anonymous: true };
const JOURNAL = `${JSON.stringify(HEADER)}\n{"seq":1,"at":0,"to":"app","event":{"type":"字"}}`;

describe('the recording of a report', () => {
  let server: TestServer;
  let call: RecordingPorts['call'];
  beforeAll(async () => {
    server = await createTestServer({ sampleData: false });
    const { token } = await server.signIn();
    call = (endpoint, input, options) => server.call(endpoint, input as never, { token, ...options });
  });
  afterAll(() => server.close());

  const reported = async () => {
    const { number } = await server.call(reportProblem, { area: 'admin', page: '/', sentence: '', build: '', journal: JOURNAL });
    const { id } = await server.database.kysely
      .selectFrom('problem_report')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    return { number, id };
  };

  it('is fetched to be shown, saved under its number, and stands in no journal of this page', async () => {
    const { id, number } = await reported();
    const saved: { name: string; content: Blob }[] = [];
    const { logic, text } = newRecording({ call, saveFile: (name, content) => void saved.push({ name, content }) });
    const journal = createJournal({ now: () => 0 });
    const recording = createActor(logic, { id: 'recording', inspect: journal.inspect, input: { id, isShown: true } }).start();
    await waitFor(recording, (snapshot) => snapshot.matches('loaded'));
    expect(text()).toBe(JOURNAL);
    expect(saved).toEqual([]);
    recording.send({ type: 'recording.saveRequested' });
    expect(saved.map(({ name }) => name)).toEqual([`problem-${number}.jsonl`]);
    expect(await saved[0]!.content.text()).toBe(JOURNAL);
    expect(journal.export()).not.toContain('字');
  });

  it('is saved at once where somebody asked for the file first, and says why there is none', async () => {
    const { id } = await reported();
    const saved: string[] = [];
    const { logic } = newRecording({ call, saveFile: (name) => void saved.push(name) });
    const recording = createActor(logic, { input: { id, isShown: false } }).start();
    expect(recording.getSnapshot().value).toBe('idle');
    recording.send({ type: 'recording.saveRequested' });
    await waitFor(recording, (snapshot) => snapshot.matches('loaded'));
    expect(saved).toHaveLength(1);
    const missing = createActor(logic, { input: { id: id + 1, isShown: true } }).start();
    const { context } = await waitFor(missing, (snapshot) => snapshot.matches('failed'));
    expect(context.failure).toMatchObject({ kind: 'rejected', message: 'The record does not exist, or you may not use it.' });
  });
});
