import { describe, expect, it } from 'vitest';
import { createActor, waitFor, type AnyMachineSnapshot } from 'xstate';
import { createFiles } from '#actors/base/files';
import { createJournal } from '#actors/observe/journal';
import { MAX_JOURNAL_BYTES, journalViewerLogic } from '#actors/observe/journal-viewer.actors';
import { journalPlayerLogic } from '#actors/observe/journal-player.actors';
import { journalSaveLogic } from '#actors/observe/journal-save.actors';
import { fileTimeline, liveTimeline } from '#actors/observe/journal-timeline';
import { createJournalSnapshots } from '#actors/observe/journal-snapshots';
import { readJournal } from '#domain/observe/journal-file';
import { disclosureMachine } from '#machines/base/disclosure.machine';
import { loginFormLogic } from '#machines/session/login-form.logic';

const logicOf = (path: string) => (path === 'menu' ? disclosureMachine : undefined);

/** A menu that was opened and closed, beside a form into which somebody typed their number. */
function recorded() {
  const journal = createJournal({ now: () => 1_764_000_000_000, about: () => ({ app: '1.4.0', build: '9a8ced66', language: 'en' }) });
  const menu = createActor(disclosureMachine, { id: 'menu', inspect: journal.inspect }).start();
  menu.send({ type: 'disclosure.opened' });
  menu.send({ type: 'disclosure.closed' });
  return { journal, menu };
}

function deskWith(...contents: readonly string[]) {
  let keys = 0;
  const files = createFiles(() => `file-${(keys += 1)}`);
  const { machine, shelf } = journalViewerLogic({ files, logicOf, pause: async () => {} });
  const viewer = createActor(machine, { id: 'journalViewer' }).start();
  const bring = async (content: string) => {
    viewer.send({ type: 'viewer.fileChosen', file: files.keep(new File([content], 'visit.jsonl')) });
    await waitFor(viewer, (snapshot) => !snapshot.hasTag('busy'));
    return viewer.getSnapshot();
  };
  return { viewer, shelf, bring, contents };
}

describe('the desk', () => {
  it('opens a journal and says what its first line says', async () => {
    const { shelf, bring } = deskWith();
    const text = recorded()
      .journal.export()
      .replace(/"disclosure":"[\da-f]+"/u, '"disclosure":"00000000"');
    const { context, value } = await bring(text);
    expect(value).toEqual({ imported: 'open' });
    expect(context.journal).toEqual({
      key: 'file-1',
      name: 'visit.jsonl',
      sizeBytes: text.length,
      entries: 3,
      app: '1.4.0',
      build: '9a8ced66',
      language: 'en',
      startedAt: 1_764_000_000,
      isAnonymous: false,
      changed: ['disclosure'],
    });
    expect(
      shelf
        .timeline('file-1')
        ?.store.getSnapshot()
        .context.entries.map(({ event }) => event.type),
    ).toEqual(['xstate.init', 'disclosure.opened', 'disclosure.closed']);
    expect(shelf.timeline('file-9')).toBeNull();
  });

  it('shows the one that was brought last, however long the one before takes to read', async () => {
    const files = createFiles(() => `file-${(keys += 1)}`);
    let keys = 0;
    const { machine, shelf } = journalViewerLogic({ files, logicOf, pause: async () => {} });
    const viewer = createActor(machine, { id: 'journalViewer' }).start();
    const text = recorded().journal.export();
    const slow = Promise.withResolvers<string>();
    const first = Object.assign(new File([text], 'slow.jsonl'), { text: () => slow.promise });
    viewer.send({ type: 'viewer.fileChosen', file: files.keep(first) });
    viewer.send({ type: 'viewer.fileChosen', file: files.keep(new File([text], 'later.jsonl')) });
    const { context } = await waitFor(viewer, (snapshot) => snapshot.context.journal !== null);
    slow.resolve(text);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([context.journal?.name, shelf.timeline(context.journal?.key ?? '') !== null]).toEqual(['later.jsonl', true]);
  });

  it('names line and flaw of what is none, and keeps what it had', async () => {
    const { viewer, shelf, bring } = deskWith();
    const text = recorded().journal.export();
    expect((await bring(`${text}\n{"seq":1}`)).context.refusal).toEqual({ name: 'visit.jsonl', flaw: 'badEntry', line: 5 });
    expect(viewer.getSnapshot().value).toEqual({ live: 'refused' });
    await bring(text);
    const { value, context } = await bring('');
    expect([value, context.refusal, context.journal?.key]).toEqual([
      { imported: 'refused' },
      { name: 'visit.jsonl', flaw: 'empty', line: 1 },
      'file-2',
    ]);
    expect(shelf.timeline('file-2')).not.toBeNull();
  });

  it('does not even read what is far too large', async () => {
    const { context } = await deskWith().bring('x'.repeat(MAX_JOURNAL_BYTES + 1));
    expect(context.refusal).toEqual({ name: 'visit.jsonl', flaw: 'tooLarge', line: 0 });
  });
});

describe('a journal that goes on', () => {
  it('is heard of once a frame, and moves nobody who looks at a moment', () => {
    const { journal, menu } = recorded();
    const frames: (() => void)[] = [];
    const timeline = liveTimeline(journal, { logicOf, onFrame: (run) => frames.push(run) });
    const stop = timeline.start();
    const player = createActor(journalPlayerLogic(timeline), { input: { start: 0, end: 3 } }).start();
    player.send({ type: 'player.sought', seq: 2 });
    menu.send({ type: 'disclosure.opened' });
    menu.send({ type: 'disclosure.closed' });
    expect(frames.length).toBe(1);
    expect(player.getSnapshot().context.end).toBe(3);
    frames.forEach((frame) => frame());
    expect(player.getSnapshot().context).toMatchObject({ seq: 2, end: 5 });
    player.send({ type: 'player.followed' });
    menu.send({ type: 'disclosure.opened' });
    frames.at(-1)?.();
    expect(player.getSnapshot().context).toMatchObject({ seq: 6, end: 6 });
    expect(timeline.snapshots.at(timeline.store.getSnapshot().context, 6).actors.get('menu')?.snapshot?.value).toBe('open');
    stop();
    menu.send({ type: 'disclosure.closed' });
    expect(frames.length).toBe(2);
  });

  it('is known to its end also where it grew before the player began', () => {
    const timeline = fileTimeline(readJournal(recorded().journal.export()), createJournalSnapshots(logicOf));
    const player = createActor(journalPlayerLogic(timeline), { input: { start: 0, end: 1 } }).start();
    expect(player.getSnapshot().context).toMatchObject({ seq: 3, end: 3 });
  });

  it('is played as it was told, by what is shown of it', async () => {
    const file = readJournal(recorded().journal.export());
    const waits: number[] = [];
    const timeline = fileTimeline(file, createJournalSnapshots(logicOf));
    const logic = journalPlayerLogic(timeline, async (ms) => void waits.push(ms));
    const player = createActor(logic, { input: { start: 0, end: 3 } }).start();
    const seqs: number[] = [];
    player.subscribe(({ context }) => seqs.at(-1) !== context.seq && seqs.push(context.seq));
    player.send({ type: 'player.filtered', filter: { kind: 'deeds' } });
    player.send({ type: 'player.speedChosen', speed: 4 });
    player.send({ type: 'player.played' });
    await waitFor(player, (snapshot) => snapshot.matches('following'));
    expect([seqs, waits]).toEqual([
      [3, 0, 2, 3],
      [10, 10],
    ]);
  });
});

async function saved(kind: 'journal' | 'replay', text: string) {
  const files: (readonly [string, Blob])[] = [];
  const logic = journalSaveLogic({
    file: () => readJournal(text),
    logicOf,
    save: (name, content) => files.push([name, content]),
    pause: async () => {},
  });
  const save = createActor(logic, { input: { kind, name: 'a-visit' } }).start();
  await waitFor(save, (snapshot) => snapshot.hasTag('ready') || snapshot.matches('failed'));
  save.send({ type: 'save.requested' });
  const [name, content] = files[0] ?? [];
  return {
    state: (save.getSnapshot() as AnyMachineSnapshot).value,
    context: save.getSnapshot().context,
    name,
    text: await content?.text(),
  };
}

describe('a journal that is saved', () => {
  it('says nothing of anybody, and is the same when it is saved again', async () => {
    const { journal } = recorded();
    const form = createActor(loginFormLogic, { id: 'loginForm', inspect: journal.inspect }).start();
    form.send({ type: 'loginForm.edited', field: 'username', value: 'zhang-wei-13800138000' } as never);
    const first = await saved('journal', journal.export());
    expect([first.name, first.context.entries, first.context.sizeBytes]).toEqual(['a-visit.jsonl', 5, first.text?.length]);
    expect(first.text).not.toContain('13800138000');
    const file = readJournal(first.text ?? '');
    expect(file.header.anonymous).toBe(true);
    expect((await saved('journal', first.text ?? '')).text).toBe(first.text);
  });

  it('becomes a test with the states that it leads to', async () => {
    const { name, text } = await saved('replay', recorded().journal.export());
    expect(name).toBe('a-visit.jsonl');
    expect(readJournal(text ?? '').states.map(({ path, value, way }) => [path, value, way])).toEqual([
      ['menu', 'closed', ['closed', 'open', 'closed']],
    ]);
  });

  it('does not become one where an entry fits no machine', async () => {
    const text = recorded()
      .journal.export()
      .split('\n')
      .filter((line) => !line.includes('xstate.init'))
      .join('\n');
    const { state, name } = await saved('replay', text);
    expect([state, name]).toEqual(['failed', undefined]);
    expect((await saved('journal', text)).state).toEqual({ composed: 'saved' });
  });
});
