import { describe, expect, it } from 'vitest';
import { createActor, waitFor, type InspectionEvent } from 'xstate';
import { inspectorLogic, maskedForInspector } from '#actors/observe/inspector.actors';
import { createJournal } from '#actors/observe/journal';
import { disclosureMachine } from '#machines/base/disclosure.machine';

function start({ hasWindow }: { readonly hasWindow: boolean }) {
  const journal = createJournal({ now: () => 0 });
  const menu = createActor(disclosureMachine, { id: 'menu', inspect: journal.inspect }).start();
  const told: string[] = [];
  const known: string[] = [];
  const calls = { stopped: 0 };
  const opened = Promise.withResolvers<undefined>();
  const link = createActor(
    inspectorLogic(journal, async () => {
      await opened.promise;
      return {
        adapter: { targetWindow: hasWindow ? {} : null },
        actor: (ref) => void known.push(ref.id),
        inspect: { next: (inspected: InspectionEvent) => void told.push(inspected.type) },
        stop: () => void (calls.stopped += 1),
      };
    }),
  ).start();
  return { menu, told, known, calls, opened, link };
}

describe('the way to the inspector', () => {
  it('tells it who runs and what happens, until it is released', async () => {
    const { menu, told, known, calls, opened, link } = start({ hasWindow: true });
    link.send({ type: 'inspector.requested' });
    opened.resolve(undefined);
    await expect.poll(() => known).toEqual(['menu']);
    menu.send({ type: 'disclosure.opened' });
    expect(told).toEqual(['@xstate.event', '@xstate.microstep', '@xstate.snapshot']);
    link.send({ type: 'inspector.released' });
    menu.send({ type: 'disclosure.closed' });
    expect([told.length, calls.stopped]).toEqual([3, 1]);
  });

  it('says when no window was opened', async () => {
    const { opened, link, known } = start({ hasWindow: false });
    link.send({ type: 'inspector.requested' });
    opened.resolve(undefined);
    await waitFor(link, (snapshot) => snapshot.matches('failed'));
    expect(known).toEqual([]);
  });

  it('lets go of one that opens after it was released', async () => {
    const { menu, told, calls, opened, link } = start({ hasWindow: true });
    link.send({ type: 'inspector.requested' });
    link.send({ type: 'inspector.released' });
    opened.resolve(undefined);
    await expect.poll(() => calls.stopped).toBe(1);
    menu.send({ type: 'disclosure.opened' });
    expect(told).toEqual([]);
  });

  it('masks what leaves, also of actors that have no context', () => {
    const base = { rootId: 'x:0', sessionId: 'x:1', createdAt: '', id: '1', _version: '' };
    const told = maskedForInspector({
      ...base,
      type: '@xstate.snapshot',
      event: { type: 'session.signInRequested', username: 'ada' },
      snapshot: {
        status: 'active',
        value: 'signedIn',
        context: { email: 'ada@mail.example' },
        output: undefined,
        error: undefined,
      } as never,
    });
    expect(told).toEqual({
      ...base,
      type: '@xstate.snapshot',
      event: { type: 'session.signInRequested', username: '•••' },
      snapshot: { status: 'active', value: 'signedIn', context: { email: '•••' } },
    });
  });
});
