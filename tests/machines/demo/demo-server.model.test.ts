import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { demoServerMachine, selectDemoStage, selectReason } from '#machines/demo/demo-server.machine';
import { after, describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';

describeModel({
  machine: demoServerMachine,
  inputs: [
    { isStarted: false, wholeBytes: 100 },
    { isStarted: true, wholeBytes: 100 },
  ],
  events: [
    { type: 'demo.started' },
    { type: 'demo.retried' },
    { type: 'demo.resetRequested' },
    { type: 'page.hidden' },
    { type: 'lock.gained' },
    { type: 'lock.lost' },
    { type: 'fetch.progressed', bytes: 50 },
    { type: 'server.opening' },
    { type: 'server.ready', savedAt: null, isStale: true },
    { type: 'server.failed', reason: 'no memory' },
    { type: 'server.found', savedAt: 1 },
    { type: 'write.seen' },
    { type: 'snapshot.kept', at: 2 },
    { type: 'snapshot.refused' },
    after('keepAfter', 'demoServer.started.participating.owning.running.due'),
    done('erase', undefined),
    failed('erase', new Error('no folder')),
  ],
  // Two tabs never answer at once, and nothing is kept that is not open.
  always: (snapshot) => !(snapshot.hasTag('starting') && snapshot.hasTag('answering')),
});

/** Which of the effects that last run: the lock among them. */
const running = (actor: ReturnType<typeof participant>): readonly string[] => Object.keys(actor.getSnapshot().children).toSorted();
const participant = () => createActor(inertOf(demoServerMachine), { input: { isStarted: true, wholeBytes: 100 } }).start();
const FAILED = { type: 'server.failed', reason: 'engine.wasm: 503' } as const;

describe('a tab whose server failed', () => {
  it('lets the lock go, so that another tab may try, and takes part again when it is asked to', () => {
    const actor = participant();
    actor.send({ type: 'lock.gained' });
    expect(running(actor)).toStrictEqual(['holdLock', 'runServer']);
    actor.send(FAILED);
    expect([running(actor), selectDemoStage(actor.getSnapshot()), selectReason(actor.getSnapshot())]).toStrictEqual([
      [],
      'failed',
      'engine.wasm: 503',
    ]);
    actor.send({ type: 'demo.retried' });
    expect([running(actor), selectDemoStage(actor.getSnapshot())]).toStrictEqual([['holdLock'], 'waiting']);
  });

  it('begins anew once it has the lock', () => {
    const actor = participant();
    actor.send(FAILED);
    actor.send({ type: 'demo.resetRequested' });
    expect([running(actor), selectDemoStage(actor.getSnapshot())]).toStrictEqual([['holdLock'], 'resetting']);
    actor.send({ type: 'lock.gained' });
    expect([running(actor), selectDemoStage(actor.getSnapshot())]).toStrictEqual([['erase', 'holdLock'], 'resetting']);
  });

  it('asks the tab that has the server meanwhile to begin anew', () => {
    const asked: string[] = [];
    const machine = inertOf(demoServerMachine).provide({ actions: { askForReset: () => void asked.push('asked') } });
    const actor = createActor(machine, { input: { isStarted: true, wholeBytes: 100 } }).start();
    actor.send(FAILED);
    actor.send({ type: 'demo.resetRequested' });
    actor.send({ type: 'lock.lost' });
    expect([asked, running(actor)]).toStrictEqual([['asked'], ['followServer', 'holdLock']]);
  });
});
