import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Call } from '#api/client';
import type { Endpoint } from '#api/contract/base/endpoint';
import { cascadePickerLogic } from '#actors/fields/cascade-picker.actors';
import { FailureError, rejection } from '#domain/base/failure';
import {
  selectChosenIds,
  selectChosenText,
  selectCursor,
  selectLevelFailure,
  selectLevels,
  type CascadePickerInput,
  type CascadePickerSnapshot,
} from '#machines/fields/cascade-picker.machine';

type Input = Readonly<Record<string, unknown>>;

/** Shops by the project above; 3 is switched off, 2 has nothing below. */
const PROJECTS: Readonly<Record<number, readonly { value: number; label: string; disabled: boolean }[]>> = {
  0: [
    { value: 1, label: 'Shops', disabled: false },
    { value: 2, label: 'Online', disabled: false },
    { value: 3, label: 'Closed', disabled: true },
  ],
  1: [
    { value: 11, label: 'West Lake', disabled: false },
    { value: 12, label: 'East Street', disabled: false },
  ],
  11: [{ value: 111, label: 'Counter', disabled: false }],
};
const AREAS: Readonly<Record<string, readonly { value: number; label: string }[]>> = {
  '{}': [{ value: 33, label: '浙江省' }],
  '{"province":33}': [{ value: 3301, label: '杭州市' }],
  '{"province":33,"city":3301}': [{ value: 330106, label: '西湖区' }],
};

function start(given: Partial<CascadePickerInput> & { readonly answer?: (path: string, input: Input) => unknown }) {
  const { answer, ...input } = given;
  const sent: (readonly [path: string, input: Input])[] = [];
  const shown: string[] = [];
  const call = (async ({ path }: Endpoint, asked: Input) => {
    sent.push([path, asked]);
    const own = answer?.(path, asked);
    if (own !== undefined) return own;
    if (path === '/admin/ajax/getProject') return PROJECTS[Number(asked['pid'])] ?? [];
    if (path === '/admin/ajax/area') return AREAS[JSON.stringify(asked)] ?? [];
    return path === '/admin/auth.project/getProject' ? [1, 12] : null;
  }) as unknown as Call;
  const logic = cascadePickerLogic({ call, notices: { failed: ({ kind }) => void shown.push(kind) } });
  const actor = createActor(logic, { input: { source: { kind: 'project', type: 1 }, lv: 2, value: null, labels: null, ...input } });
  const chosen: unknown[] = [];
  actor.on('picker.chosen', ({ value, labels }) => chosen.push([value, labels]));
  actor.start();
  const settled = () => waitFor(actor, (snapshot: CascadePickerSnapshot) => !snapshot.hasTag('busy'));
  return { actor, sent, shown, chosen, settled, now: () => actor.getSnapshot() };
}

describe('the cascade picker', () => {
  it('begins with what the server remembers, by name', async () => {
    const { settled, now, sent } = start({ lv: 2 });
    await settled();
    expect([selectChosenIds(now()), selectChosenText(now())]).toEqual([[1, 12], 'Shops / East Street']);
    expect(sent).toEqual([
      ['/admin/auth.project/getProject', { type: 1, lv: 2 }],
      ['/admin/ajax/getProject', { type: 1, pid: 0, level: 0 }],
      ['/admin/ajax/getProject', { type: 1, pid: 1, level: 1 }],
    ]);
  });

  it('opens down to what is chosen, and has the keyboard there', async () => {
    const { actor, settled, now } = start({ value: [1, 12], labels: ['Shops', 'East Street'] });
    actor.send({ type: 'picker.opened' });
    await settled();
    expect(selectLevels(now()).map((level) => level.map(({ label }) => label))).toEqual([
      ['Shops', 'Online', 'Closed'],
      ['West Lake', 'East Street'],
    ]);
    expect(selectCursor(now())).toEqual({ level: 1, value: 12 });
    const moves = ['first', 'previous', 'next', 'next', 'back', 'last', 'first', 'back'] as const;
    const cursors = moves.map((to) => {
      actor.send({ type: 'picker.moved', to });
      return selectCursor(now()).value;
    });
    expect(cursors).toEqual([11, 11, 12, 12, 1, 3, 1, 1]);
  });

  it.each([
    [1, 1, [[0, 1]], [1]],
    [2, 1, [[0, 1], [1, 11]], [1, 11]], // prettier-ignore
    [3, 2, [[0, 1], [1, 11], [2, 111]], [1, 11, 111]], // prettier-ignore
  ] as const)('with lv %i and type %i ends after so many levels', async (lv, type, presses, value) => {
    const { actor, settled, chosen, sent } = start({ lv, source: { kind: 'project', type }, value: [], labels: null });
    actor.send({ type: 'picker.opened' });
    for (const [level, pressed] of presses) {
      await settled();
      actor.send({ type: 'picker.pressed', level, value: pressed });
    }
    await settled();
    expect(chosen.map((one) => (one as readonly unknown[])[0])).toEqual([value]);
    expect(sent.filter(([path]) => path.endsWith('ajax/getProject')).map(([, { type: asked, level }]) => [asked, level])).toEqual(
      presses.map((_, level) => [type, level]),
    );
    expect(sent.at(-1)).toEqual(['/admin/auth.project/setProject', { set_id: value, lv, type }]);
  });

  it('ends where nothing lies below, and does nothing with an option that is switched off', async () => {
    const { actor, settled, chosen, now } = start({ value: [], labels: null });
    actor.send({ type: 'picker.opened' });
    await settled();
    actor.send({ type: 'picker.pressed', level: 0, value: 3 });
    expect(now().matches({ open: 'ready' })).toBe(true);
    actor.send({ type: 'picker.pressed', level: 0, value: 2 });
    await settled();
    expect(chosen).toEqual([[[2], ['Online']]]);
    expect(now().value).toBe('closed');
  });

  it('shows the newest level only, however late an older reply is', async () => {
    const older = Promise.withResolvers<unknown>();
    const { actor, settled, now } = start({
      value: [],
      labels: null,
      answer: (_, { pid }) => (pid === 1 ? older.promise : pid === 2 ? [{ value: 21, label: 'Mail order', disabled: false }] : undefined),
    });
    actor.send({ type: 'picker.opened' });
    await settled();
    actor.send({ type: 'picker.pressed', level: 0, value: 1 });
    actor.send({ type: 'picker.pressed', level: 0, value: 2 });
    await settled();
    older.resolve(PROJECTS[1]);
    await older.promise;
    await settled();
    expect(selectLevels(now()).map((level) => level.map(({ value }) => value))).toEqual([[1, 2, 3], [21]]);
  });

  it('says which level failed and reads it again', async () => {
    let isOffline = true;
    const { actor, settled, now } = start({
      value: [],
      labels: null,
      answer: (_, { pid }) =>
        pid === 1 && isOffline ? Promise.reject(new FailureError({ kind: 'unreachable', online: false })) : undefined,
    });
    actor.send({ type: 'picker.opened' });
    await settled();
    actor.send({ type: 'picker.pressed', level: 0, value: 1 });
    await settled();
    expect([selectLevels(now()).length, selectLevelFailure(now())?.kind]).toEqual([1, 'unreachable']);
    isOffline = false;
    actor.send({ type: 'picker.retried' });
    await settled();
    expect([selectLevels(now()).length, selectLevelFailure(now())]).toEqual([2, null]);
  });

  it('takes a choice back that the server refuses, and says so', async () => {
    const refused = Promise.reject(rejection('refusals.projectClosed'));
    refused.catch(() => null);
    const { actor, settled, now, chosen, shown } = start({
      value: [1, 12],
      labels: ['Shops', 'East Street'],
      answer: (path) => (path.endsWith('setProject') ? refused : undefined),
    });
    actor.send({ type: 'picker.cleared' });
    expect(selectChosenText(now())).toBe('');
    await settled();
    expect([selectChosenText(now()), shown]).toEqual(['Shops / East Street', ['rejected']]);
    expect(chosen.map((one) => (one as readonly unknown[])[0])).toEqual([[], [1, 12]]);
  });

  it('names areas from the top, and again when another is set from outside', async () => {
    const { actor, settled, now, sent } = start({ source: { kind: 'area' }, lv: 3, value: [33, 3301, 330106] });
    await settled();
    expect(selectChosenText(now())).toBe('浙江省 / 杭州市 / 西湖区');
    actor.send({ type: 'picker.valueChanged', value: [33, 99] });
    await settled();
    expect(selectChosenText(now())).toBe('浙江省 / #99');
    actor.send({ type: 'picker.valueChanged', value: [33, 99] });
    expect(now().hasTag('busy')).toBe(false);
    expect(sent.every(([path]) => path === '/admin/ajax/area')).toBe(true);
  });
});
