import { describe, expect, it } from 'vitest';
import { assign, createActor, createMachine } from 'xstate';
import { exportJournal } from '#actors/observe/journal-export';
import { createJournal, type Journal } from '#actors/observe/journal';
import { exportWithin } from '#actors/observe/journal-within';
import { replay } from '#tests/support/replay.ts';
import { readJournal } from '#domain/observe/journal-file';

const scribeMachine = createMachine({
  id: 'scribe',
  context: { heard: 0 },
  on: { told: { actions: assign({ heard: ({ context }) => context.heard + 1 }) } },
});

/** A journal in which one actor was told so often, each time so many characters. */
async function journalOf(times: number, length: number): Promise<Journal> {
  const journal = createJournal({ now: () => 1_764_000_000_000 });
  const scribe = createActor(scribeMachine, { id: 'scribe', inspect: journal.inspect }).start();
  for (let time = 1; time < times; time += 1) {
    scribe.send({ type: 'told', words: `"${'字'.repeat(length)}"` });
    await Promise.resolve();
  }
  return journal;
}

const wireBytes = (text: string) => new TextEncoder().encode(JSON.stringify(text)).length;
const scribeIn = (text: string) => {
  const { entries, checkpoint } = readJournal(text);
  return replay(entries, (path) => (path === 'scribe' ? scribeMachine : undefined), checkpoint).get('scribe');
};

describe('a journal within a size', () => {
  it('is whole where it fits', async () => {
    const journal = await journalOf(900, 10);
    const text = exportJournal(journal);
    expect(exportWithin(journal, wireBytes(text))).toEqual({ text, entries: 900, isCut: false });
  });

  it('loses its oldest entries and begins with a checkpoint, so that it still folds to what is', async () => {
    const journal = await journalOf(1700, 100);
    expect(journal.segments()).toEqual([500, 500, 500, 200]);
    const whole = exportJournal(journal);
    const { text, entries, isCut } = exportWithin(journal, wireBytes(whole) - 1);
    expect([entries, isCut, wireBytes(text) < wireBytes(whole)]).toEqual([1200, true, true]);
    const file = readJournal(text);
    expect([file.header.anonymous, file.checkpoint?.afterSeq, file.entries.length]).toEqual([true, 500, 1200]);
    expect(scribeIn(text)).toMatchObject({ context: { heard: 1699 } });
    expect(exportWithin(journal, wireBytes(whole) / 2)).toMatchObject({ entries: 700, isCut: true });
  });

  it('keeps at least the newest hundreds, if need be by the names of their largest events alone', async () => {
    const journal = await journalOf(1700, 1000);
    const { text, entries, isCut } = exportWithin(journal, 300_000);
    expect(wireBytes(text)).toBeLessThanOrEqual(300_000);
    const file = readJournal(text);
    expect([entries, isCut, file.entries.length]).toEqual([700, true, 700]);
    expect(file.entries.filter(({ event }) => '$unrecordable' in event).length).toBeGreaterThan(500);
    expect(file.entries.filter(({ event }) => 'words' in event).length).toBeGreaterThan(20);
    expect(scribeIn(text)).toMatchObject({ context: { heard: 1699 } });
  });

  it('is small enough even where what was before is not', () => {
    const actors = [{ path: 'app', status: 'active', value: 'on', context: { rows: 'x'.repeat(5000) }, children: [] }];
    const header = { journal: 1, app: '', build: '', language: 'en', startedAt: 1, machines: {} };
    const lines = [header, { checkpoint: { afterSeq: 4, actors } }, { seq: 5, at: 0, to: 'app', event: { type: 'told' } }];
    const journal = { segments: () => [1], export: () => lines.map((line) => JSON.stringify(line)).join('\n') };
    const { text, isCut } = exportWithin(journal, 1000);
    expect([wireBytes(text) <= 1000, isCut]).toEqual([true, true]);
    expect(readJournal(text).checkpoint?.actors[0]?.context).toEqual({ $unrecordable: true });
  });
});
