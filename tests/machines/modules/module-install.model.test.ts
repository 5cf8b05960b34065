import { expect, it } from 'vitest';
import { createActor, createEmptyActor, fromPromise, waitFor } from 'xstate';
import { FailureError, rejection } from '#domain/base/failure';
import { moduleInstallMachine, selectStage } from '#machines/modules/module-install.machine';
import type { ModulePlan } from '#domain/modules/module-plan';
import type { PackageFacts } from '#machines/modules/module.vocabulary';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
import { recorder } from '#tests/support/recorder.ts';

const facts: PackageFacts = {
  author: 'Troupe',
  website: '',
  license: 'MIT',
  troupe: '*',
  requires: {},
  asks: [],
  sizeBytes: 10,
  sha256: 'a',
  publisher: null,
  origin: null,
  sections: [],
  titles: {},
  readMe: { 'zh-cn': '', en: '' },
  pictures: {},
  changeLog: { 'zh-cn': '', en: '' },
};
const plan: ModulePlan = { hash: 'h', from: null, to: '1.0.0', asks: [], publisher: null, sections: [], gone: [], rows: 0, waiting: 0 };
const asking: ModulePlan = { ...plan, asks: [{ ask: 'reads', names: ['goods'] }] };
const personal: ModulePlan = { ...plan, asks: [{ ask: 'personal', names: ['members.mobile', 'members.email'] }] };
const refused = rejection('no');
const lost = new FailureError({ kind: 'timeout' });
const fresh = { uid: 'links', version: '1.0.0', act: null, run: null, records: 'new' as const, owner: createEmptyActor() };

describeModel({
  machine: moduleInstallMachine,
  inputs: [fresh, { ...fresh, act: 'install', run: 'begun' }],
  events: [
    done('fetchPackage', null),
    failed('fetchPackage', lost),
    failed('fetchPackage', refused),
    done('readPackage', facts),
    failed('readPackage', refused),
    failed('readPackage', lost),
    { type: 'version.chosen', version: '1.1.0' },
    { type: 'plan.requested', act: 'install' },
    done('makePlan', plan),
    done('makePlan', asking),
    done('makePlan', { ...plan, asks: [{ ask: 'personal', names: ['members.mobile'] }] }),
    done('makePlan', { ...plan, publisher: { before: '', now: 'b' }, waiting: 2 }),
    failed('makePlan', refused),
    failed('makePlan', lost),
    { type: 'consent.given', isGiven: true },
    { type: 'consent.given', isGiven: false },
    { type: 'name.ticked', name: 'members.mobile', isTicked: true },
    { type: 'name.ticked', name: 'members.mobile', isTicked: false },
    { type: 'publisher.agreed', isGiven: true },
    { type: 'publisher.agreed', isGiven: false },
    { type: 'records.chosen', records: 'kept' },
    { type: 'module.confirmed', run: 'r1' },
    { type: 'module.cancelled' },
    done('apply', null),
    failed('apply', refused),
    failed('apply', lost),
    done('askRun', true),
    done('askRun', false),
    failed('askRun', lost),
    { type: 'module.retried' },
  ],
  view: ({ context: { version, act, run, facts: read, plan: planned, records, isConsented, isPublisherAgreed, ticked, failure } }) => [
    version,
    act,
    run,
    read !== null,
    planned?.asks.map(({ ask }) => ask).join(),
    planned?.publisher?.now,
    records,
    isConsented,
    isPublisherAgreed,
    ticked.join(),
    failure?.kind,
  ],
  always: (snapshot) => {
    const { run, plan: planned, failure } = snapshot.context;
    if (snapshot.matches('applying') || snapshot.matches('resuming')) return run !== null;
    if (snapshot.matches('reviewing')) return planned !== null && run === null;
    return snapshot.matches('refused') || snapshot.matches('failed') ? failure !== null : true;
  },
});

type Answer = () => Promise<unknown>;

/** The way of a module with a server that answers so. */
function begin(
  { planned = plan, apply = async () => null, asked = [] }: { planned?: ModulePlan; apply?: Answer; asked?: readonly boolean[] } = {},
  run: string | null = null,
) {
  const owner = recorder();
  const kept: unknown[] = [];
  const sent: unknown[] = [];
  const answers = [...asked];
  const logic = moduleInstallMachine.provide({
    actors: {
      fetchPackage: fromPromise<unknown, { readonly uid: string; readonly version: string }>(async () => null),
      readPackage: fromPromise(async () => facts),
      makePlan: fromPromise(async () => planned),
      apply: fromPromise(async ({ input }) => {
        sent.push(input);
        return apply();
      }),
      askRun: fromPromise(async ({ input }) => {
        sent.push(input.run);
        return answers.shift() ?? false;
      }),
    },
    actions: { keepRun: (_, pending) => void kept.push(pending), dropRun: (_, { run: ended }) => void kept.push(`dropped ${ended}`) },
  });
  const input = { ...fresh, ...(run !== null && { act: 'update' as const, run }), owner: owner.ref as never };
  const actor = createActor(logic, { input }).start();
  const reaches = (state: 'described' | 'reviewing' | 'installed' | 'refused' | 'failed') =>
    waitFor(actor, (snapshot) => snapshot.matches(state));
  async function review(): Promise<void> {
    await reaches('described');
    actor.send({ type: 'plan.requested', act: 'install' });
    await reaches('reviewing');
  }
  return { actor, owner, kept, sent, reaches, review };
}

/** As long as it goes on. */
const TOLD = [
  { type: 'run.begun', uid: 'links' },
  { type: 'run.ended', uid: 'links' },
];
const TOLD_REFUSED = [TOLD[0], { type: 'run.refused', uid: 'links' }];
const whole = { uid: 'links', version: '1.0.0', act: 'install', run: 'r1' };

it('an installation applies the plan that was looked at, remembers it meanwhile, and tells the store', async () => {
  const { actor, owner, kept, sent, reaches, review } = begin();
  await review();
  actor.send({ type: 'module.confirmed', run: 'r1' });
  expect(selectStage(actor.getSnapshot())).toBe('apply');
  expect(kept).toEqual([whole]);
  await reaches('installed');
  expect(sent).toEqual([{ ...whole, hash: 'h', records: 'new', publisher: null, isConsented: false, ticked: [] }]);
  expect(kept).toEqual([whole, 'dropped r1']);
  expect(owner.heard).toEqual(TOLD);
});

it('an installation wants consent where more is asked for than before, and anew with each plan', async () => {
  const { actor, sent, reaches, review } = begin({ planned: asking });
  await review();
  actor.send({ type: 'module.confirmed', run: 'r1' });
  expect(actor.getSnapshot().matches('reviewing')).toBe(true);
  actor.send({ type: 'consent.given', isGiven: true });
  actor.send({ type: 'module.cancelled' });
  await review();
  expect(actor.getSnapshot().can({ type: 'module.confirmed', run: 'r1' })).toBe(false);
  actor.send({ type: 'consent.given', isGiven: true });
  actor.send({ type: 'module.confirmed', run: 'r1' });
  await reaches('installed');
  expect(sent).toEqual([{ ...whole, hash: 'h', records: 'new', publisher: null, isConsented: true, ticked: [] }]);
});

it('an installation wants each name ticked of what tells who people are', async () => {
  const { actor, sent, reaches, review } = begin({ planned: personal });
  await review();
  actor.send({ type: 'consent.given', isGiven: true });
  actor.send({ type: 'name.ticked', name: 'members.mobile', isTicked: true });
  actor.send({ type: 'module.confirmed', run: 'r1' });
  expect(actor.getSnapshot().matches('reviewing')).toBe(true);
  actor.send({ type: 'name.ticked', name: 'members.email', isTicked: true });
  actor.send({ type: 'name.ticked', name: 'members.mobile', isTicked: false });
  actor.send({ type: 'name.ticked', name: 'members.mobile', isTicked: true });
  actor.send({ type: 'module.confirmed', run: 'r1' });
  await reaches('installed');
  expect(sent).toEqual([
    { ...whole, hash: 'h', records: 'new', publisher: null, isConsented: true, ticked: ['members.email', 'members.mobile'] },
  ]);
});

it('an installation says why it was refused and remembers nothing of it', async () => {
  const { actor, kept, owner, reaches, review } = begin({ apply: () => Promise.reject(refused) });
  await review();
  actor.send({ type: 'module.confirmed', run: 'r1' });
  const { context } = await reaches('refused');
  expect(context).toMatchObject({ run: null, failure: refused.failure });
  expect(kept).toEqual([whole, 'dropped r1']);
  expect(owner.heard).toEqual(TOLD_REFUSED);
});

it('an installation asks by the id of the run where the answer was lost', async () => {
  const { actor, sent, reaches, review } = begin({ apply: () => Promise.reject(lost), asked: [true] });
  await review();
  actor.send({ type: 'module.confirmed', run: 'r1' });
  await reaches('installed');
  expect(sent.at(-1)).toBe('r1');
});

it('an installation asks first for what was begun before the page was loaded', async () => {
  const done = begin({ asked: [true] }, 'begun');
  await done.reaches('installed');
  expect([done.sent, done.kept, done.owner.heard]).toEqual([['begun'], ['dropped begun'], TOLD]);
  const never = begin({ asked: [false] }, 'begun');
  const { context } = await never.reaches('failed');
  expect(context).toMatchObject({ run: null, failure: { message: 'modules.install.notApplied' } });
  expect([never.kept, never.owner.heard]).toEqual([['dropped begun'], TOLD_REFUSED]);
  never.actor.send({ type: 'module.retried' });
  await never.reaches('described');
});

it('an installation reads another version anew, without the plan of the first', async () => {
  const { actor, reaches } = begin();
  await reaches('described');
  actor.send({ type: 'version.chosen', version: '1.1.0' });
  const { context } = await reaches('described');
  expect(context).toMatchObject({ version: '1.1.0', act: null, plan: null });
});

it('an installation wants to hear of itself that somebody else signed it, and sends whom', async () => {
  const { actor, sent, reaches, review } = begin({ planned: { ...plan, publisher: { before: '', now: 'b' } } });
  await review();
  actor.send({ type: 'consent.given', isGiven: true });
  expect(actor.getSnapshot().can({ type: 'module.confirmed', run: 'r1' })).toBe(false);
  actor.send({ type: 'publisher.agreed', isGiven: true });
  actor.send({ type: 'module.confirmed', run: 'r1' });
  await reaches('installed');
  expect(sent).toEqual([{ ...whole, hash: 'h', records: 'new', publisher: 'b', isConsented: true, ticked: [] }]);
});

it('an installation plans anew where records that wait are to come back', async () => {
  const { actor, sent, reaches, review } = begin({ planned: { ...plan, waiting: 2 } });
  await review();
  actor.send({ type: 'records.chosen', records: 'kept' });
  expect(actor.getSnapshot().matches('planning')).toBe(true);
  await reaches('reviewing');
  actor.send({ type: 'module.confirmed', run: 'r1' });
  await reaches('installed');
  expect(sent).toEqual([{ ...whole, hash: 'h', records: 'kept', publisher: null, isConsented: false, ticked: [] }]);
});

it('an installation that records from before stand against is planned without them, where somebody says so', async () => {
  const waits: string[] = [];
  const logic = moduleInstallMachine.provide({
    actors: {
      fetchPackage: fromPromise<unknown, { readonly uid: string; readonly version: string }>(async () => null),
      readPackage: fromPromise(async () => facts),
      makePlan: fromPromise(async ({ input: { records } }) => {
        waits.push(records);
        return records === 'kept' ? Promise.reject(refused) : plan;
      }),
    },
  });
  const actor = createActor(logic, { input: { ...fresh, records: 'kept' } }).start();
  await waitFor(actor, (snapshot) => snapshot.matches('described'));
  actor.send({ type: 'plan.requested', act: 'install' });
  await waitFor(actor, (snapshot) => snapshot.matches('refused'));
  actor.send({ type: 'records.chosen', records: 'new' });
  await waitFor(actor, (snapshot) => snapshot.matches('reviewing'));
  expect([waits, actor.getSnapshot().can({ type: 'module.confirmed', run: 'r1' })]).toEqual([['kept', 'new'], true]);
});
