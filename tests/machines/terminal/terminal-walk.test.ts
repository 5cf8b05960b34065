import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { TaskStatus } from '#domain/terminal/terminal-task';
import { EMPTY_TERMINAL } from '#domain/terminal/terminal-store';
import { selectTasks, terminalMachine } from '#machines/terminal/terminal.machine';
import { inertOf } from '#tests/machines/support/model.ts';

/** The rules of the queue a second time, in the words of the specification, with nothing of the product in it. Source: specification §4. */
class Reference {
  list: { uuid: string; run: string; status: TaskStatus; blocks: boolean }[] = [];
  isCleaning = true;
  warnings = 0;

  private isBlocking(task: { status: TaskStatus; blocks: boolean }): boolean {
    return task.blocks && (task.status === 'failed' || task.status === 'unknown');
  }

  advance(): void {
    if (this.list.some(({ status }) => status === 'connecting' || status === 'executing')) return;
    for (const task of this.list) {
      if (this.isBlocking(task)) return;
      if (task.status !== 'waiting') continue;
      task.status = 'connecting';
      return;
    }
  }

  add(uuid: string, blocks: boolean): void {
    if (this.list.some((task) => this.isBlocking(task))) this.warnings += 1;
    if (this.isCleaning) this.clear();
    this.list.push({ uuid, run: uuid, status: 'waiting', blocks });
  }

  clear(): void {
    this.list = this.list.filter(({ status }) => status !== 'success');
  }

  retry(index: number, run: string): void {
    const task = this.list[index];
    if (!task || !['success', 'failed', 'unknown'].includes(task.status)) return;
    task.status = 'waiting';
    task.run = run;
  }

  remove(index: number): void {
    const task = this.list[index];
    if (task && task.status !== 'connecting' && task.status !== 'executing') this.list.splice(index, 1);
  }

  running() {
    return this.list.find(({ status }) => status === 'connecting' || status === 'executing');
  }
}

type Step =
  | { readonly kind: 'add'; readonly blocks: boolean }
  | { readonly kind: 'retry' | 'remove'; readonly at: number }
  | { readonly kind: 'news'; readonly status: 'executing' | 'success' | 'failed' }
  | { readonly kind: 'lost' | 'clear' }
  | { readonly kind: 'cleanup'; readonly isOn: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add' as const), blocks: fc.boolean() }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('news' as const), status: fc.constantFrom('executing', 'success', 'failed') }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('retry' as const, 'remove' as const), at: fc.nat({ max: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('lost' as const, 'clear' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cleanup' as const), isOn: fc.boolean() }) },
);

function walk(steps: readonly Step[]): number {
  const reference = new Reference();
  let warnings = 0;
  const starts: string[] = [];
  const machine = inertOf(terminalMachine).provide({
    actors: { terminalTask: fromCallback(({ input }) => void starts.push((input as { runUuid: string }).runUuid)) as never },
    actions: { warnOfBlock: () => void (warnings += 1) },
  });
  const actor = createActor(machine, { input: { ownerId: 1, stored: EMPTY_TERMINAL, packageManager: 'pnpm', port: '8000' } }).start();
  actor.send({ type: 'terminal.queueTaken' });
  for (const [number, one] of steps.entries()) {
    const key = `key-${String(number).padStart(5, '0')}`;
    const at = 'at' in one ? reference.list[one.at] : undefined;
    const running = reference.running();
    switch (one.kind) {
      case 'add': {
        // A list of a hundred tasks tells no more than one of eight.
        if (reference.list.length >= 8) break;
        actor.send({
          type: 'terminal.taskAdded',
          uuid: key,
          createTimeMs: number,
          command: 'version.npm',
          usesManager: false,
          blockOnFailure: one.blocks,
          extend: '',
        });
        reference.add(key, one.blocks);
        break;
      }
      case 'retry':
        if (at) actor.send({ type: 'task.retried', uuid: at.uuid, runUuid: key });
        reference.retry(one.at, key);
        break;
      case 'remove':
        if (at) actor.send({ type: 'task.deleted', uuid: at.uuid });
        reference.remove(one.at);
        break;
      case 'news':
        if (!running) break;
        actor.send({ type: 'task.statusChanged', runUuid: running.run, status: one.status, atMs: number });
        if (one.status !== 'executing') actor.send({ type: 'task.closed', runUuid: running.run });
        running.status = one.status;
        break;
      case 'lost':
        if (!running) break;
        actor.send({ type: 'task.closed', runUuid: running.run });
        running.status = 'unknown';
        break;
      case 'clear':
        actor.send({ type: 'terminal.successCleared' });
        reference.clear();
        break;
      case 'cleanup':
        actor.send({ type: 'terminal.cleanupChosen', isOn: one.isOn });
        reference.isCleaning = one.isOn;
        break;
      default:
        one satisfies never;
    }
    reference.advance();
    const seen = selectTasks(actor.getSnapshot()).map(({ uuid, runUuid, status }) => [uuid, runUuid, status]);
    expect(seen).toEqual(reference.list.map(({ uuid, run, status }) => [uuid, run, status]));
  }
  expect(warnings).toBe(reference.warnings);
  // No run is ever started twice.
  expect(new Set(starts).size).toBe(starts.length);
  actor.stop();
  return starts.length;
}

describe('the queue', () => {
  it.each([1, 7, 42, 1999, 20_261])('follows the rules over ten thousand steps from seed %i', (seed) => {
    const [steps] = fc.sample(fc.array(step, { minLength: 10_000, maxLength: 10_000, size: 'max' }), { seed, numRuns: 1 });
    expect(walk(steps ?? [])).toBeGreaterThan(500);
  });
});
