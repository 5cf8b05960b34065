import { BehaviorSubject } from 'rxjs';
import { expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { readSystem } from '#api/contract/observe/system';
import type { Call } from '#api/client';
import { systemStatusLogic } from '#actors/observe/system/system-status.actors';
import { statusOf } from '#tests/machines/observe/told-status.ts';

const HOUR_MS = 3_600_000;
const settled = () => new Promise((resolve) => setTimeout(resolve));

it('the page of the installation asks nothing while nobody sees it, and at once when it is seen again', async () => {
  const visible = new BehaviorSubject(false);
  const clock = new SimulatedClock();
  let readings = 0;
  const call = ((endpoint: { readonly path: string }) => {
    expect(endpoint.path).toBe(readSystem.path);
    readings += 1;
    return Promise.resolve(statusOf());
  }) as Call;
  const actor = createActor(systemStatusLogic({ call, media: { visible } }), { clock }).start();
  await settled();
  clock.increment(HOUR_MS);
  await settled();
  clock.increment(HOUR_MS);
  await settled();
  expect([readings, actor.getSnapshot().hasTag('busy')]).toEqual([1, false]);
  visible.next(true);
  await settled();
  expect(readings).toBe(2);
  clock.increment(15_000);
  await settled();
  expect(readings).toBe(3);
  visible.next(false);
  clock.increment(15_000);
  actor.stop();
  visible.next(true);
  await settled();
  expect(readings).toBe(3);
});
