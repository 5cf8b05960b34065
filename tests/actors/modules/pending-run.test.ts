import { expect, it } from 'vitest';
import { pendingRuns } from '#actors/modules/pending-run';
import type { PendingRun } from '#machines/modules/module.vocabulary';

const runOf = (uid: string, run: string): PendingRun => ({ uid, version: '1.0.0', act: 'install', run });

/** The storage of a tab, and what is read of it after a reload. */
function tab(isFull = false) {
  const kept = new Map<string, string>();
  const storage = {
    read: (key: string) => kept.get(key) ?? null,
    write: (key: string, text: string) => {
      if (isFull) throw new Error('full');
      kept.set(key, text);
    },
    remove: (key: string) => void kept.delete(key),
  };
  return { kept, runs: pendingRuns(storage), reloaded: () => pendingRuns(storage).read() };
}

it('what was begun for several modules is remembered beyond a reload, and each is forgotten by itself', () => {
  const { kept, runs, reloaded } = tab();
  runs.keep(runOf('links', 'a'));
  runs.keep(runOf('news', 'b'));
  expect(reloaded()).toEqual([runOf('links', 'a'), runOf('news', 'b')]);
  runs.drop({ run: 'a' });
  expect(reloaded()).toEqual([runOf('news', 'b')]);
  runs.drop({ run: 'b' });
  expect([reloaded(), kept.size]).toEqual([[], 0]);
});

it('of one module the newest is remembered, and is not forgotten with one before', () => {
  const { runs, reloaded } = tab();
  runs.keep(runOf('links', 'a'));
  runs.keep(runOf('links', 'b'));
  runs.drop({ run: 'a' });
  expect(reloaded()).toEqual([runOf('links', 'b')]);
});

it('what is damaged is passed over, and what cannot be kept is not begun less for that', () => {
  const { kept, runs, reloaded } = tab();
  runs.keep(runOf('links', 'a'));
  const [[key, text] = ['', '']] = kept;
  kept.set(key, text.replace('[', '[null,{"uid":"news"},'));
  expect(reloaded()).toEqual([runOf('links', 'a')]);
  kept.set(key, text.replace('install', 'remove'));
  expect(reloaded()).toEqual([]);
  const full = tab(true);
  full.runs.keep(runOf('links', 'a'));
  expect(full.reloaded()).toEqual([]);
});
