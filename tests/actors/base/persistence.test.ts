import { describe, expect, it } from 'vitest';
import { assign, createActor, setup } from 'xstate';
import { readStoredConfig, writeConfig } from '#actors/app/config-slice';
import { languageLogic } from '#actors/app/language.actors';
import { persist, readSlice, writeSlice } from '#actors/base/persistence';
import { DEFAULT_LAYOUT } from '#domain/app/layout';
import { selectColorScheme, selectLayout } from '#machines/app/layout.machine';
import { waitFor } from 'xstate';
import { createTestWorld, startTestApp } from '#tests/support/app.ts';

const slice = { key: 'jar', version: 2 };

const jarMachine = setup({
  types: {
    context: {} as { readonly leaves: number; readonly shakes: number },
    events: {} as { type: 'jar.filled' } | { type: 'jar.shaken' },
  },
}).createMachine({
  context: { leaves: 0, shakes: 0 },
  on: {
    'jar.filled': { actions: assign({ leaves: ({ context }) => context.leaves + 1 }) },
    'jar.shaken': { actions: assign({ shakes: ({ context }) => context.shakes + 1 }) },
  },
});

function jar(write?: (key: string, text: string) => void) {
  const world = createTestWorld();
  const storage = { ...world.ports.storage, ...(write && { write }) };
  const actor = createActor(jarMachine, { id: 'jar' });
  persist(actor, {
    pick: ({ context }) => ({ leaves: context.leaves }),
    write: (value) => writeSlice(storage, slice, value),
    log: (message) => void world.logged.push(message),
  });
  actor.start();
  return { actor, world, storage };
}

describe('a slice', () => {
  it('is written when what it keeps has changed, with its version', () => {
    const { actor, world } = jar();
    actor.send({ type: 'jar.shaken' });
    expect(world.stored.size).toBe(0);
    actor.send({ type: 'jar.filled' });
    expect([...world.stored]).toEqual([['jar', '{"version":2,"value":{"leaves":1}}']]);
  });

  it.each([
    ['nothing', null, undefined],
    ['what was written', '{"version":2,"value":{"leaves":1}}', { leaves: 1 }],
    ['an older version', '{"version":1,"value":{"leaves":1}}', undefined],
    ['half of it', '{"version":2,"val', undefined],
    ['no object', '"oops"', undefined],
    ['null', 'null', undefined],
  ])('reads %s', (_case, text, value) => {
    const { storage } = createTestWorld({ stored: new Map(text === null ? [] : [['jar', text]]) }).ports;
    expect(readSlice(storage, slice)).toEqual(value);
  });

  it('is removed by null', () => {
    const world = createTestWorld({ stored: new Map([['jar', 'x']]) });
    writeSlice(world.ports.storage, slice, null);
    expect(world.stored.size).toBe(0);
  });

  it('is lost, and only that, when storage is full', () => {
    const { actor, world } = jar(() => {
      throw new Error('QuotaExceededError');
    });
    actor.send({ type: 'jar.filled' });
    expect(actor.getSnapshot().context.leaves).toBe(1);
    expect(world.logged).toEqual(['not stored, jar: QuotaExceededError']);
  });
});

describe('layout and language', () => {
  it('share a key and do not overwrite each other', () => {
    const { storage } = createTestWorld().ports;
    writeConfig(storage, { language: 'en' });
    writeConfig(storage, { layout: { ...DEFAULT_LAYOUT, mode: 'Classic' } });
    expect(readStoredConfig(storage)).toEqual({ language: 'en', layout: { ...DEFAULT_LAYOUT, mode: 'Classic' }, damaged: [] });
  });

  it('are zh-cn and the default layout at the first start', () => {
    expect(readStoredConfig(createTestWorld().ports.storage)).toEqual({ language: 'zh-cn', layout: DEFAULT_LAYOUT, damaged: [] });
  });

  it('of the running app are kept, and a damaged value is told and costs only itself', () => {
    const stored = new Map([
      ['storeConfig', JSON.stringify({ version: 1, value: { language: 'fr', layout: { mode: 'X', collapse: true } } })],
    ]);
    const world = createTestWorld({ stored });
    const { app } = startTestApp(world);
    const layout = app.getSnapshot().children.layout!;
    expect(selectLayout(layout.getSnapshot())).toEqual({ ...DEFAULT_LAYOUT, collapse: true });
    expect(world.logged).toEqual(['settings not understood: mode']);
    layout.send({ type: 'layout.modeChosen', mode: 'Classic' });
    expect(readStoredConfig(world.ports.storage)).toEqual({
      language: 'zh-cn',
      layout: { ...DEFAULT_LAYOUT, collapse: true, mode: 'Classic' },
      damaged: [],
    });
    app.stop();
  });
});

describe('the language', () => {
  it('is saved and the page reloads', async () => {
    const world = createTestWorld();
    const { storage, page } = world.ports;
    const actor = createActor(languageLogic({ storage, page }), { input: { language: 'zh-cn' } }).start();
    actor.send({ type: 'language.changeRequested', language: 'en' });
    await waitFor(actor, (snapshot) => snapshot.matches('reloading'));
    expect([readStoredConfig(storage).language, world.reloads()]).toEqual(['en', 1]);
  });

  it('stays as it is when it cannot be saved', async () => {
    const { page, storage } = createTestWorld().ports;
    const full = { ...storage, write: () => { throw new Error('full'); } }; // prettier-ignore
    const actor = createActor(languageLogic({ storage: full, page }), { input: { language: 'zh-cn' } }).start();
    actor.send({ type: 'language.changeRequested', language: 'en' });
    await waitFor(actor, (snapshot) => snapshot.matches('settled'));
    expect(actor.getSnapshot().context.language).toBe('zh-cn');
  });
});

describe('the window and the system', () => {
  it('are followed from the start', () => {
    const world = createTestWorld();
    world.narrow.next(true);
    const { app } = startTestApp(world);
    const layout = app.getSnapshot().children.layout!;
    expect(layout.getSnapshot().value).toEqual({ narrow: 'closed' });
    world.dark.next(true);
    expect(selectColorScheme(layout.getSnapshot())).toBe('dark');
    world.narrow.next(false);
    expect(layout.getSnapshot().value).toBe('wide');
    app.stop();
  });
});
