import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { newKeptRun, type KeptRunPorts } from '#actors/terminal/kept-run.actors';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { readKeptRun } from '#api/contract/terminal/kept-runs';
import { stopTerminal } from '#api/contract/terminal/terminal';
import { FailureError } from '#domain/base/failure';
import { terminalRun } from '#sections/terminal-run/terminal-run.resource.ts';
import { TERMINAL_RUNS_KEPT } from '#server/features/terminal/limits';
import { sweepRuns } from '#server/features/terminal/sweep-runs';
import { createTerminalRig, openStream, script, type TerminalRig } from './terminal-support.ts';

const calls = resourceEndpoints(terminalRun);
type Listed = readonly Readonly<Record<string, unknown>>[];

const search = (field: string, val: string) => ({ search: [{ field, operator: 'eq', val }] });

describe('the page of runs', () => {
  let rig: TerminalRig;
  beforeAll(async () => {
    rig = await createTerminalRig({
      'demo.fine': script('console.log("tea\\ncoffee")', { line: 'tea --list' }),
      'demo.wrong': script('console.log("no"); process.exit(3)', { line: 'tea --none' }),
      'demo.long': script('for (let line = 0; line < 30000; line += 1) console.log(`${line} ${"x".repeat(80)}`)'),
      'demo.wait': script('console.log("begun"); setTimeout(() => {}, 60000)'),
    });
  });
  afterAll(() => rig.server.close());

  const listed = async (token: string, query = {}) =>
    (await rig.server.call(calls.list, { limit: 50, ...query }, { token })).list as Listed;
  const portion = (which: { id?: number; uuid?: string; after?: number }, token = rig.token) =>
    rig.server.call(readKeptRun, which, { token });
  const refusal = (...asked: Parameters<typeof portion>) =>
    portion(...asked).then(
      () => 'answered',
      (error: unknown) => (error instanceof FailureError ? error.failure.kind : String(error)),
    );

  const commands = async (query: object) => (await listed(rig.token, query)).map((row) => row['command']);
  const call: KeptRunPorts['call'] = (endpoint, input, options) =>
    rig.server.call(endpoint, input as never, { token: rig.token, ...options });

  /** A run as its window looks at it. */
  const read = (uuid: string) => {
    const saved: { name: string; content: Blob }[] = [];
    const desk = newKeptRun({ call, saveFile: (name, content) => void saved.push({ name, content }) });
    return { desk, saved, actor: createActor(desk.logic, { input: { id: null, uuid } }).start() };
  };

  it('says who ran what, from where, how long it took and how it ended', async () => {
    await rig.run('demo.fine', 'kept-fine-1');
    await rig.run('demo.wrong', 'kept-wrong-1');
    const [wrong, fine] = await listed(rig.token);
    expect(fine).toMatchObject({ command: 'demo.fine', line: 'tea --list', status: 'success', exit_code: 0, admin_id: 1 });
    expect(wrong).toMatchObject({ command: 'demo.wrong', status: 'failed', exit_code: 3 });
    expect(typeof fine?.['duration_ms']).toBe('number');
    const { run, output, isMore } = await portion({ uuid: 'kept-fine-1' });
    expect(run).toMatchObject({ id: fine?.['id'], adminName: 'Admin', status: 'success', exitCode: 0, line: 'tea --list' });
    expect(output.join('\n').split('\n')).toEqual(['> tea --list', 'tea', 'coffee', 'exitCode: 0']);
    expect(isMore).toBe(false);
    const row = await rig.server.database.kysely
      .selectFrom('terminal_run')
      .select(['ip', 'useragent'])
      .where('uuid', '=', 'kept-fine-1')
      .executeTakeFirstOrThrow();
    expect(run).toMatchObject({ ip: row.ip, userAgent: row.useragent });
  });

  it('is narrowed by person, command, outcome and text', async () => {
    expect(await commands(search('status', 'failed'))).toEqual(['demo.wrong']);
    expect(await commands(search('admin_id', '999'))).toEqual([]);
    expect(await commands(search('command', 'demo.fine'))).toEqual(['demo.fine']);
    expect(await commands({ quickSearch: 'tea --n' })).toEqual(['demo.wrong']);
    expect(await commands(search('uuid', 'kept-fine-1'))).toEqual(['demo.fine']);
  });

  it('shows each their own, and those of everybody to whoever has the right to them', async () => {
    const own = ['auth/terminalRun', 'auth/terminalRun/index'];
    const clerk = await rig.server.addAdmin('runclerk', own);
    const auditor = await rig.server.addAdmin('runauditor', [...own, 'auth/terminalRun/all']);
    const nobody = await rig.server.addAdmin('runnobody', []);
    await rig.server.database.kysely.updateTable('terminal_run').set({ admin_id: clerk.id }).where('uuid', '=', 'kept-wrong-1').execute();
    expect((await listed(clerk.token)).map((row) => row['uuid'])).toEqual(['kept-wrong-1']);
    expect((await listed(auditor.token)).map((row) => row['uuid'])).toEqual(['kept-wrong-1', 'kept-fine-1']);
    expect((await portion({ uuid: 'kept-wrong-1' }, clerk.token)).run.exitCode).toBe(3);
    expect((await portion({ uuid: 'kept-fine-1' }, auditor.token)).run.exitCode).toBe(0);
    expect(await refusal({ uuid: 'kept-fine-1' }, clerk.token)).toBe('rejected');
    expect(await refusal({ uuid: 'kept-wrong-1' }, nobody.token)).toBe('rejected');
    expect(await refusal({ uuid: 'kept-none-1' })).toBe('rejected');
    expect(await refusal({})).toBe('rejected');
  });

  it('brings long output in portions, and follows what goes on until it has ended', async () => {
    await rig.run('demo.long', 'kept-long-1');
    const first = await portion({ uuid: 'kept-long-1' });
    expect([first.isMore, first.output.join('').length < 1_200_000]).toEqual([true, true]);
    const whole = read('kept-long-1');
    await waitFor(whole.actor, (snapshot) => snapshot.matches('ended'), { timeout: 10_000 });
    expect(whole.desk.lines()).toHaveLength(30_002);
    whole.desk.save(7);
    expect(whole.saved.map(({ name }) => name)).toEqual(['terminal-run-7.txt']);
    expect((await whole.saved[0]!.content.text()).endsWith(`29999 ${'x'.repeat(80)}\nexitCode: 0\n`)).toBe(true);

    const leaving = new AbortController();
    const stream = openStream(rig.server.app, { command: 'demo.wait', uuid: 'kept-wait-1', token: rig.token, signal: leaving.signal });
    await (await stream).body?.getReader().read();
    const going = read('kept-wait-1');
    await expect.poll(() => going.desk.text()).toContain('begun');
    expect(going.actor.getSnapshot().matches('ended')).toBe(false);
    await rig.server.call(stopTerminal, { uuid: 'kept-wait-1' }, { token: rig.token });
    leaving.abort();
    await waitFor(going.actor, (snapshot) => snapshot.matches('ended'), { timeout: 10_000 });
    expect(going.actor.getSnapshot().context.run?.status).toBe('stopped');
  }, 40_000);

  it('keeps no more runs than it may, however young', async () => {
    const { kysely } = rig.server.database;
    const now = Math.floor(rig.server.clock.nowMs() / 1000);
    const rows = Array.from({ length: TERMINAL_RUNS_KEPT }, (_, index) => ({
      uuid: `kept-many-${index}`,
      command: 'demo.fine',
      extend: '',
      admin_id: 1,
      status: 'success' as const,
      owner: 'nobody',
      seen_at_ms: 0,
      create_time: now,
      end_time: now,
    }));
    await kysely.insertInto('terminal_run').values(rows).execute();
    await sweepRuns(rig.server.ports);
    const left = await kysely.selectFrom('terminal_run').select('uuid').orderBy('id').execute();
    expect([left.length, left[0]?.uuid]).toEqual([TERMINAL_RUNS_KEPT, 'kept-many-0']);
  });
});
