import { expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { rejection } from '#domain/base/failure';
import type { StoreModule } from '#domain/modules/store-module';
import type { ChosenFile } from '#machines/files/upload.machine';
import { selectOnTab, selectRegistryAdding, selectUnseen } from '#machines/modules/module-store.selectors';
import { moduleStoreMachine, selectInstall } from '#machines/modules/module-store.machine';
import type { OfModule, StoreAct } from '#machines/modules/module-store.vocabulary';
import { registryAddingMachine } from '#machines/modules/registry-adding.machine';
import type { StoreFacts } from '#machines/modules/module.vocabulary';
import { moduleInstallMachine } from '#machines/modules/module-install.machine';
import { describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';

const module = (uid: string, version: string | null, own: Partial<StoreModule> = {}): StoreModule => ({
  uid,
  title: { 'zh-cn': uid, en: uid },
  intro: { 'zh-cn': '', en: '' },
  author: 'Troupe',
  icon: 'el-icon-Box',
  version,
  state: version === null ? 'available' : 'installed',
  cover: '',
  isPinned: false,
  asks: [],
  versions: [
    { version: '1.1.0', trust: 'shipped', withdrawn: null },
    { version: '1.0.0', trust: 'shipped', withdrawn: null },
  ],
  withdrawn: null,
  ...own,
});
const facts: StoreFacts = {
  modules: [module('links', '1.0.0'), module('news', null), module('shop', '1.1.0', { state: 'paused' })],
  runs: [],
  waiting: [{ uid: 'news', rows: 3, until: 1_800_000_000 }],
  registries: [
    {
      id: 7,
      address: 'https://modules.test/',
      name: { 'zh-cn': '源', en: 'Source' },
      fingerprint: 'a'.repeat(64),
      offered: null,
      packages: 1,
      fetchedAt: 1_700_000_000,
      fault: null,
    },
  ],
  pending: [],
};
const pending: StoreFacts = { ...facts, pending: [{ uid: 'news', version: '1.1.0', act: 'install', run: 'begun' }] };
const pendingLinks: StoreFacts = { ...facts, pending: [{ uid: 'links', version: '1.1.0', act: 'update', run: 'r' }] };
const refused = rejection('no');
const file: ChosenFile = { fileId: 'f', name: 'a.zip', sizeBytes: 3, mimeType: 'application/zip' };

const FEW: readonly string[] = [
  'module.chosen',
  'module.left',
  'module.removeRequested',
  'question.cancelled',
  'registry.addRequested',
  'registry.added',
  'run.ended',
  'run.refused',
  'run.lost',
  'xstate.done.actor.reloadStore',
  'xstate.error.actor.reloadStore',
];
/** What is tried on another tab and among what was sought: a module that is looked at and asked about, and what ends either. */
const ON_TAB: readonly string[] = [...FEW, 'tab.chosen', 'search.typed'];
/** What is tried beside the question for a registry's address: besides, one way into each kind of work and out of it. */
const BESIDE_QUESTION: readonly string[] = [
  ...FEW,
  'registry.addClosed',
  'registry.forgotten',
  'question.confirmed',
  'package.chosen',
  'xstate.done.actor.act',
  'xstate.done.actor.receivePackage',
];

describeModel({
  machine: moduleStoreMachine,
  inputs: [undefined],
  events: [
    done('loadStore', facts),
    done('loadStore', pending),
    failed('loadStore', refused),
    { type: 'store.retried' },
    { type: 'tab.chosen', tab: 'installed' },
    { type: 'search.typed', text: 'links' },
    { type: 'module.chosen', uid: 'links' },
    { type: 'module.chosen', uid: 'nothing' },
    { type: 'module.left' },
    { type: 'run.begun', uid: 'links' },
    { type: 'run.ended', uid: 'links' },
    { type: 'run.ended', uid: 'news' },
    { type: 'run.refused', uid: 'links' },
    { type: 'run.lost', uid: 'links' },
    { type: 'module.paused', uid: 'links' },
    { type: 'module.resumed', uid: 'shop' },
    { type: 'module.pinned', uid: 'links' },
    { type: 'module.released', uid: 'shop' },
    { type: 'module.removeRequested', uid: 'links' },
    { type: 'module.removeRequested', uid: 'news' },
    { type: 'records.chosen', records: 'delete' },
    { type: 'module.chosen', uid: 'news' },
    { type: 'records.saveRequested', uid: 'news' },
    { type: 'records.purgeRequested', uid: 'news' },
    { type: 'records.purgeRequested', uid: 'links' },
    { type: 'registry.addRequested' },
    { type: 'registry.addClosed' },
    { type: 'registry.added' },
    { type: 'registry.refreshed', id: 7, fingerprint: '' },
    { type: 'registry.refreshed', id: 8, fingerprint: '' },
    { type: 'registry.forgotten', id: 7 },
    { type: 'records.chosen', records: 'keep' },
    { type: 'uid.typed', text: 'links' },
    { type: 'question.confirmed' },
    { type: 'question.cancelled' },
    done('countRecords', [{ name: 'linksLink', label: {}, rows: 2 }]),
    failed('countRecords', refused),
    done('act', null),
    failed('act', refused),
    done('reloadStore', facts),
    failed('reloadStore', refused),
    { type: 'package.chosen', file },
    done('receivePackage', { uid: 'news', facts }),
    failed('receivePackage', refused),
  ],
  // Tab and words change nothing else; they are looked at where nothing is open.
  // A way that is not there tells nothing, and one that tells was begun.
  only: (snapshot, event) =>
    (event.type !== 'run.begun' || snapshot.context.chosen === (event as OfModule).uid) &&
    (!['run.ended', 'run.refused', 'run.lost'].includes(event.type) || snapshot.context.running.includes((event as OfModule).uid)) &&
    // What waits to be read changes nothing of what may be done meanwhile, nor does what goes on elsewhere: a few acts show it.
    ((!snapshot.context.isStale && snapshot.context.running.length + snapshot.context.unseen.length === 0) || FEW.includes(event.type)) &&
    ((snapshot.context.tab === 'available' && snapshot.context.search === '') || ON_TAB.includes(event.type)) &&
    (snapshot.children.registryAdding === undefined || BESIDE_QUESTION.includes(event.type)) &&
    (!['tab.chosen', 'search.typed'].includes(event.type) || snapshot.matches({ ready: { place: 'browsing', work: 'resting' } })),
  view: ({ children, context: { facts: known, tab, search, chosen, asked, parted, act, failure, running, unseen, isStale } }) => [
    known !== null,
    tab === 'installed' && search === '' ? 'tab' : search === '' ? '' : 'searched',
    chosen,
    asked?.of,
    asked?.records,
    asked?.typed,
    parted,
    act?.act,
    children.registryAdding !== undefined,
    failure !== null,
    running,
    unseen,
    isStale,
    Object.keys(children).filter((id) => id.startsWith('moduleInstall')),
  ],
  always: (snapshot) => {
    const { chosen, asked, parted, running, unseen, facts: known } = snapshot.context;
    if (!snapshot.matches('ready')) return true;
    const isShown = snapshot.matches({ ready: { place: 'showing' } });
    // What goes on is heard by somebody, whether or not it is looked at; and nothing is begun twice.
    const ways: Readonly<Record<string, unknown>> = snapshot.children;
    return (
      [...running, ...unseen].every((uid) => ways[`moduleInstall:${uid}`] !== undefined) &&
      !(known?.pending.some(({ uid }) => !running.includes(uid)) === true && !isShown) &&
      isShown === (chosen !== null) &&
      isShown === (selectInstall(snapshot) !== undefined) &&
      (!snapshot.matches({ ready: { work: 'asking' } }) || asked !== null) &&
      snapshot.matches({ ready: { work: 'parting' } }) === (parted !== null)
    );
  },
  limit: 5_000,
});

const inertInstall = inertOf(moduleInstallMachine);

async function open(first: StoreFacts = facts, answers: { readonly act?: () => Promise<unknown>; readonly later?: StoreFacts } = {}) {
  const acts: StoreAct[] = [];
  const forgotten: string[] = [];
  let isFirst = true;
  const logic = moduleStoreMachine.provide({
    actors: {
      loadStore: fromPromise(async () => {
        const told = isFirst ? first : (answers.later ?? { ...first, pending: [] });
        isFirst = false;
        return told;
      }),
      act: fromPromise(async ({ input }) => {
        acts.push(input);
        return answers.act?.();
      }),
      countRecords: fromPromise(async ({ input: { uid } }) => [{ name: uid, label: {}, rows: 2 }]),
      receivePackage: fromPromise(async () => ({ uid: 'news', facts })),
      moduleInstall: inertInstall,
      registryAdding: inertOf(registryAddingMachine),
    },
    actions: { clearFile: (_, { fileId }) => void forgotten.push(fileId) },
  });
  const actor = createActor(logic).start();
  const rested = () => waitFor(actor, (snapshot) => snapshot.matches({ ready: { work: 'resting' } }));
  await rested();
  return { actor, acts, forgotten, rested };
}

it('the store begins the way of a module with its newest version, and shows what was begun before', async () => {
  const { actor } = await open();
  actor.send({ type: 'module.chosen', uid: 'links' });
  const install = selectInstall(actor.getSnapshot());
  expect(install?.id).toBe('moduleInstall:links');
  expect(install?.getSnapshot().context).toMatchObject({ uid: 'links', version: '1.1.0', act: null, run: null });
  actor.send({ type: 'module.left' });
  expect(install?.getSnapshot().status).toBe('stopped');
  const { actor: again } = await open(pending);
  expect(selectInstall(again.getSnapshot())?.getSnapshot().context).toMatchObject({ uid: 'news', act: 'install', run: 'begun' });
  again.send({ type: 'module.left' });
  expect(again.getSnapshot().matches({ ready: { place: 'browsing' } })).toBe(true);
});

it('the store leads on with all that was begun before the page was loaded, and shows the newest', async () => {
  const { actor } = await open({ ...facts, pending: [...pendingLinks.pending, ...pending.pending] });
  const { children, context } = actor.getSnapshot();
  expect(context.chosen).toBe('news');
  expect(children['moduleInstall:links']?.getSnapshot().context).toMatchObject({ act: 'update', run: 'r' });
});

it('the store says what would go with a module while it is asked, and nothing of the one before', async () => {
  const { actor } = await open();
  actor.send({ type: 'module.removeRequested', uid: 'links' });
  const { context } = await waitFor(actor, (snapshot) => snapshot.context.going !== null);
  expect(context.going).toEqual([{ name: 'links', label: {}, rows: 2 }]);
  actor.send({ type: 'question.cancelled' });
  expect(actor.getSnapshot().context.going).toBe(null);
});

it('the store removes with all records only what was typed, and looks at it no more', async () => {
  const { actor, acts, rested } = await open();
  actor.send({ type: 'module.chosen', uid: 'links' });
  actor.send({ type: 'module.removeRequested', uid: 'links' });
  actor.send({ type: 'records.chosen', records: 'delete' });
  actor.send({ type: 'uid.typed', text: 'link' });
  expect(actor.getSnapshot().can({ type: 'question.confirmed' })).toBe(false);
  actor.send({ type: 'uid.typed', text: ' links ' });
  actor.send({ type: 'question.confirmed' });
  await rested();
  expect(acts).toEqual([{ act: 'remove', of: 'module', uid: 'links', records: 'delete', typed: 'links' }]);
  expect(actor.getSnapshot().context).toMatchObject({ asked: null, chosen: null });
});

it('the store keeps the question open where the server refuses', async () => {
  const { actor } = await open(facts, { act: () => Promise.reject(refused) });
  actor.send({ type: 'module.removeRequested', uid: 'links' });
  actor.send({ type: 'question.confirmed' });
  const { context } = await waitFor(actor, (snapshot) => snapshot.context.failure !== null);
  expect(context).toMatchObject({ asked: { uid: 'links', records: 'keep' }, failure: refused.failure });
});

it('the store pauses what runs, lets go on what rests, and keeps versions', async () => {
  const { actor, acts, rested } = await open();
  for (const event of [
    { type: 'module.paused', uid: 'shop' },
    { type: 'module.paused', uid: 'links' },
    { type: 'module.resumed', uid: 'shop' },
    { type: 'module.pinned', uid: 'links' },
    { type: 'module.released', uid: 'links' },
    { type: 'module.pinned', uid: 'news' },
  ] as const) {
    actor.send(event);
    await rested();
  }
  expect(acts).toEqual([
    { act: 'pause', uid: 'links', isPaused: true },
    { act: 'pause', uid: 'shop', isPaused: false },
    { act: 'pin', uid: 'links', isPinned: true },
    { act: 'pin', uid: 'links', isPinned: false },
  ]);
});

it('the store takes a package in from a file, lets go of the file, and shows its module', async () => {
  const { actor, forgotten, rested } = await open();
  actor.send({ type: 'package.chosen', file });
  await rested();
  expect([forgotten, actor.getSnapshot().context.chosen]).toEqual([['f'], 'news']);
});

it('the store shows on each tab what belongs there', async () => {
  const { actor } = await open();
  const on = (tab: 'available' | 'installed' | 'updates') => selectOnTab(tab)(actor.getSnapshot()).map(({ uid }) => uid);
  expect([on('available'), on('installed'), on('updates')]).toEqual([['news'], ['links', 'shop'], ['links']]);
  actor.send({ type: 'search.typed', text: ' LINK  tro' });
  expect([on('available'), on('installed')]).toEqual([[], ['links']]);
});

it('the store brings records that wait back with their module, saves them, and lets them go where the uid was typed', async () => {
  const { actor, acts, rested } = await open();
  actor.send({ type: 'module.chosen', uid: 'news' });
  expect(selectInstall(actor.getSnapshot())?.getSnapshot().context).toMatchObject({ uid: 'news', records: 'kept' });
  actor.send({ type: 'module.left' });
  // Nobody who opens it another way leaves them behind unasked.
  actor.send({ type: 'module.chosen', uid: 'news' });
  expect(selectInstall(actor.getSnapshot())?.getSnapshot().context).toMatchObject({ uid: 'news', records: 'kept' });
  actor.send({ type: 'module.left' });
  actor.send({ type: 'records.saveRequested', uid: 'links' });
  actor.send({ type: 'records.saveRequested', uid: 'news' });
  await rested();
  actor.send({ type: 'records.purgeRequested', uid: 'news' });
  actor.send({ type: 'records.chosen', records: 'keep' });
  expect(actor.getSnapshot().can({ type: 'question.confirmed' })).toBe(false);
  actor.send({ type: 'uid.typed', text: 'news' });
  actor.send({ type: 'question.confirmed' });
  await rested();
  expect(acts).toEqual([
    { act: 'saveArchive', uid: 'news' },
    { act: 'purge', of: 'records', uid: 'news', records: 'delete', typed: 'news' },
  ]);
});

it('the store asks and forgets registries that are there, and reads anew what one lists that was added', async () => {
  const { actor, acts, rested } = await open();
  for (const event of [
    { type: 'registry.refreshed', id: 8, fingerprint: '' },
    { type: 'registry.refreshed', id: 7, fingerprint: 'b' },
    { type: 'registry.forgotten', id: 8 },
    { type: 'question.confirmed' },
    { type: 'registry.forgotten', id: 7 },
    { type: 'question.cancelled' },
    { type: 'question.confirmed' },
    { type: 'registry.forgotten', id: 7 },
    { type: 'question.confirmed' },
  ] as const) {
    actor.send(event);
    // Whoever wants to be without one is asked first.
    if (event.type !== 'registry.forgotten' || event.id === 8) await rested();
  }
  expect(acts).toEqual([
    { act: 'refresh', id: 7, fingerprint: 'b' },
    { act: 'forget', id: 7 },
  ]);
  actor.send({ type: 'registry.addRequested' });
  expect(selectRegistryAdding(actor.getSnapshot())?.id).toBe('registryAdding');
  actor.send({ type: 'registry.added' });
  expect(selectRegistryAdding(actor.getSnapshot())).toBe(undefined);
  expect(actor.getSnapshot().matches({ ready: { work: 'reloading' } })).toBe(true);
});

it('the store hears what is done to a module although another place is looked at, shows it as it is by now, and reads the list anew', async () => {
  const { actor, rested } = await open(facts, { later: pendingLinks });
  const way = () => selectInstall(actor.getSnapshot());
  actor.send({ type: 'module.chosen', uid: 'links' });
  const begun = way();
  actor.send({ type: 'run.begun', uid: 'links' });
  actor.send({ type: 'module.left' });
  // The run that is kept for the next page is this one: nothing jumps to it, and nothing is begun beside it.
  actor.send({ type: 'module.pinned', uid: 'shop' });
  await rested();
  expect([actor.getSnapshot().context.chosen, begun?.getSnapshot().status]).toEqual([null, 'active']);
  actor.send({ type: 'module.chosen', uid: 'links' });
  expect(way()).toBe(begun);
  actor.send({ type: 'module.left' });
  actor.send({ type: 'run.ended', uid: 'links' });
  expect([actor.getSnapshot().matches({ ready: { work: 'reloading' } }), begun?.getSnapshot().status]).toEqual([true, 'stopped']);
});

it.each([{ type: 'run.ended', uid: 'links' }, { type: 'registry.added' }] as const)(
  'the store remembers $type that comes while somebody thinks, and reads the list once they have answered',
  async (told) => {
    const { actor } = await open();
    actor.send({ type: 'registry.addRequested' });
    actor.send({ type: 'module.removeRequested', uid: 'links' });
    actor.send(told);
    expect(selectRegistryAdding(actor.getSnapshot()) === undefined).toBe(told.type === 'registry.added');
    expect(actor.getSnapshot().matches({ ready: { work: 'asking' } })).toBe(true);
    actor.send({ type: 'question.cancelled' });
    expect(actor.getSnapshot().matches({ ready: { work: 'reloading' } })).toBe(true);
  },
);

it.each([
  ['run.refused', 'reloading'],
  ['run.lost', 'resting'],
] as const)(
  'the store keeps the way of a module that tells %s while another place is looked at, until somebody has looked',
  async (type, work) => {
    const { actor, rested } = await open();
    const unseen = () => selectUnseen(actor.getSnapshot()).map(({ uid }) => uid);
    actor.send({ type: 'module.chosen', uid: 'links' });
    const way = selectInstall(actor.getSnapshot());
    actor.send({ type: 'run.begun', uid: 'links' });
    actor.send({ type: 'module.left' });
    actor.send({ type, uid: 'links' });
    expect([unseen(), way?.getSnapshot().status, actor.getSnapshot().matches({ ready: { work } })]).toEqual([['links'], 'active', true]);
    await rested();
    actor.send({ type: 'module.chosen', uid: 'links' });
    expect([unseen(), selectInstall(actor.getSnapshot()) === way]).toEqual([[], true]);
    actor.send({ type: 'module.left' });
    // What may have been done all the same is asked for once more, wherever somebody looks.
    expect(way?.getSnapshot().status).toBe(type === 'run.refused' ? 'stopped' : 'active');
  },
);
