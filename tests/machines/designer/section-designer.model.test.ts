import { expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { blankDesign } from '#domain/designer/drawing/design-pieces';
import type { DesignAct, Drawing } from '#domain/designer/drawing/design-act';
import { perform } from '#domain/designer/drawing/design-acts';
import { NO_RENAMES } from '#domain/designer/section-design';
import type { StepClass } from '#domain/designer/plan-step';
import { selectDisputes, selectDrawing, selectHasDraft, selectIsUnkept } from '#machines/designer/section-designer.selectors';
import type { StoredDraft } from '#machines/designer/designer-context';
import { sectionDesignerMachine } from '#machines/designer/section-designer.machine';
import {
  ofSubject,
  type DesignPlan,
  type DesignSubject,
  type DraftInput,
  type KeptDraft,
  type OpenDesign,
  type PlanInput,
  type PublishInput,
  type TriedStep,
} from '#machines/designer/designer.vocabulary';
import { after, describeModel, done, failed } from '#tests/machines/support/model.ts';

const acted = (drawing: Drawing, ...acts: readonly DesignAct[]): Drawing =>
  acts.reduce((one, act) => perform(one, act, blankDesign('ticket').declaration.fields), drawing);
const blank: Drawing = acted(
  { design: blankDesign('ticket'), renames: NO_RENAMES },
  { type: 'field.added', piece: 'select', at: 1 },
  { type: 'life.begun', field: 'choice' },
  { type: 'arrow.drawn', from: 'one', to: 'two', event: 'lead' },
);
const lifeless: Drawing = acted(blank, { type: 'life.ended' });
const open = (version: number): OpenDesign => ({
  drawing: blank,
  isStored: version !== 0,
  published: version === 0 ? null : blank.design,
  version,
  state: version === 0 ? 'draft' : 'live',
  drift: [],
});
const ofSection = { subject: 'section', over: '' } as const;
const add: DesignAct = { type: 'field.added', piece: 'color', at: 2 };
const rename: DesignAct = { type: 'field.renamed', key: 'name', name: 'title' };
const step = (name: StepClass, stopping = 0): TriedStep => ({
  id: `dropColumn:${name}`,
  kind: 'dropColumn',
  class: name,
  subject: name,
  detail: '',
  sql: [],
  acts: [],
  rows: 3,
  converted: 0,
  returned: 0,
  stopping,
  examples: [],
});
const planOf = (...steps: readonly TriedStep[]): DesignPlan => ({ steps, hash: steps.map(({ id }) => id).join(' '), isRehearsed: true });
const kept = (version: number): KeptDraft => ({ version, issues: [] });
const issues = [{ at: 'label', message: 'no title' }];
const silent = new FailureError({ kind: 'timeout' });
const refused = new FailureError({ kind: 'rejected', code: 0, message: 'no' });
/** The server has another drawing, and another is published meanwhile. */
const outdated = (drawing: Drawing, published = blank.design) => {
  const current: StoredDraft = { ...drawing, version: 7, published, state: 'live', drift: [] };
  return new FailureError({ kind: 'rejected', code: 0, message: 'no', current: { ...current } });
};
const theirs = acted(blank, { type: 'field.added', piece: 'year', at: 0 });

/** A life that the program has changed meanwhile. */
const behind: OpenDesign = { ...open(4), state: 'site', over: 'now', program: { before: lifeless, now: theirs } };

describeModel({
  machine: sectionDesignerMachine,
  inputs: [undefined],
  events: [
    { type: 'design.started', start: { from: 'blank', name: 'ticket', label: { en: 'Ticket' }, titleLabel: { en: 'Title' } } },
    done('openDesign', open(0)),
    done('openDesign', open(4)),
    done('openDesign', { ...open(0), drawing: lifeless }),
    done('openDesign', { ...open(4), drawing: lifeless, published: lifeless.design }),
    done('openDesign', behind),
    failed('openDesign', silent),
    add,
    rename,
    { type: 'field.moved', key: 'id', to: 1 },
    { type: 'field.changed', key: 'name', name: 'required', value: null },
    { type: 'field.removed', key: 'name' },
    { type: 'option.added', key: 'choice', option: 'three' },
    { type: 'option.moved', key: 'choice', option: 'one', to: 1 },
    { type: 'option.renamed', key: 'choice', option: 'one', name: 'first' },
    { type: 'option.removed', key: 'choice', option: 'one' },
    { type: 'life.begun', field: 'choice' },
    { type: 'life.ended' },
    { type: 'state.changed', state: 'one', name: 'final', value: true },
    { type: 'arrow.drawn', from: 'two', to: 'one', event: 'lead' },
    { type: 'arrow.changed', arrow: { from: 'one', by: 'on', name: 'lead', index: 0 }, name: 'to', value: null },
    { type: 'arrow.removed', arrow: { from: 'one', by: 'on', name: 'lead', index: 0 } },
    { type: 'event.renamed', event: 'lead', name: 'follow' },
    { type: 'event.changed', event: 'lead', name: 'right', value: 'own' },
    { type: 'section.changed', name: 'label', value: { en: 'Ticket' } },
    { type: 'shape.changed', name: 'foreignKeys', value: 'kept' },
    { type: 'list.ordered', keys: ['name', 'id'] },
    { type: 'design.undone' },
    { type: 'design.redone' },
    { type: 'design.left' },
    { type: 'field.chosen', key: 'name' },
    { type: 'field.chosen', key: null },
    { type: 'view.chosen', view: 'list' },
    after('draftPause', 'sectionDesigner.designing.changed'),
    done('saveDraft', kept(5)),
    done('saveDraft', { version: 5, issues }),
    failed('saveDraft', silent),
    failed('saveDraft', outdated(theirs)),
    failed('saveDraft', outdated(acted(blank, add))),
    { type: 'draft.retried' },
    { type: 'draft.dropped' },
    { type: 'side.chosen', place: 'fields.name', side: 'theirs' },
    { type: 'merge.accepted' },
    { type: 'theirs.taken' },
    { type: 'plan.requested' },
    done('makePlan', { draft: kept(6), plan: planOf(step('safe')) }),
    done('makePlan', { draft: null, plan: planOf(step('loses')) }),
    done('makePlan', { draft: kept(6), plan: planOf(step('mayRefuse', 2)) }),
    done('makePlan', { draft: { version: 6, issues }, plan: null }),
    failed('makePlan', refused),
    failed('makePlan', outdated(theirs)),
    failed('makePlan', outdated(blank)),
    { type: 'choice.made', step: 'dropColumn:safe', choice: { act: 'empty' } },
    { type: 'name.typed', text: 'x_ticket' },
    { type: 'publish.confirmed', key: 'k' },
    { type: 'publish.refused' },
    done('publish', { revision: 1 }),
    failed('publish', refused),
    failed('publish', silent),
    { type: 'publish.retried' },
    { type: 'design.resumed' },
    { type: 'design.reopened', start: { from: 'section', name: 'ticket', isReviewed: true } },
    { type: 'design.reopened', start: { from: 'revision', name: 'ticket', id: 7 } },
    failed('watchWork', silent),
  ],
  // A drawing has no end, and the first act tells what any of its kind does; what is planned is looked at from one drawing.
  only: (snapshot, event) => {
    const { past = [], undone = [] } = snapshot.context.history ?? {};
    const isFirst = past.length === 0 && undone.length === 0;
    const isAct = ['field', 'option', 'section', 'shape', 'list', 'life', 'state', 'arrow', 'event'].includes(
      event.type.split('.')[0] ?? '',
    );
    if (event !== add && isAct) return isFirst && (snapshot.matches({ designing: 'kept' }) || snapshot.matches({ designing: 'saving' }));
    if (event === add || event.type === 'plan.requested') return isFirst;
    return event.type !== 'xstate.error.actor.watchWork' || snapshot.matches('choosing');
  },
  view: (snapshot) => {
    const { history, kept: before, plan, theirs: other, sides, typed, choices, start } = snapshot.context;
    const isReviewed = snapshot.matches('reviewing');
    return [
      history?.past.length,
      history?.past.length === 0 && history.now.design.declaration.life === undefined,
      (history?.undone.length ?? 0) > 0,
      before === null,
      selectIsUnkept(snapshot),
      other !== null && (other.of ?? true),
      Object.keys(sides).length,
      snapshot.matches('opening') && start?.from === 'section' && start.isReviewed,
      isReviewed && [plan?.hash, typed, Object.keys(choices).length],
    ];
  },
  always: (snapshot) => {
    const { context } = snapshot;
    if (snapshot.matches('disputed')) return context.theirs !== null && context.history !== null;
    if (snapshot.matches('reviewing') || snapshot.matches('publishing')) return context.plan !== null;
    if (snapshot.matches({ designing: 'kept' })) return !selectIsUnkept(snapshot);
    // Only a refusal says that nothing was published.
    if (snapshot.matches('failed')) return context.failure?.kind === 'rejected';
    if (snapshot.matches('unanswered')) return context.failure !== null && context.failure.kind !== 'rejected';
    return snapshot.matches('choosing') || snapshot.matches('opening') || context.history !== null;
  },
});

interface Answers {
  readonly opened?: OpenDesign;
  readonly saves?: readonly (KeptDraft | FailureError)[];
  readonly plans?: readonly (DesignPlan | null)[];
  readonly publishings?: readonly (FailureError | null)[];
  readonly subject?: DesignSubject;
}

function start({ opened = open(4), saves = [], plans = [], publishings = [], subject = 'section' }: Answers = {}) {
  const [saved, planned, published]: [DraftInput[], PlanInput[], PublishInput[]] = [[], [], []];
  const [nextSaves, nextPlans, nextPublishings] = [[...saves], [...plans], [...publishings]];
  const clock = new SimulatedClock();
  const machine = sectionDesignerMachine.provide({
    actors: {
      watchWork: fromCallback(() => {}),
      openDesign: fromPromise(() => Promise.resolve(opened)),
      saveDraft: fromPromise(async ({ input }) => {
        saved.push(input);
        const answer = nextSaves.shift();
        if (answer instanceof FailureError) throw answer;
        return answer ?? kept(input.version + 1);
      }),
      makePlan: fromPromise(async ({ input }) => {
        planned.push(input);
        return { draft: input.isKept ? null : kept(input.version + 1), plan: nextPlans.shift() ?? null };
      }),
      publish: fromPromise(async ({ input }) => {
        published.push(input);
        const answer = nextPublishings.shift();
        if (answer) throw answer;
        return { revision: 1 };
      }),
    },
  });
  const actor = createActor(machine, { clock }).start();
  actor.send({ type: 'design.started', start: { from: 'section', name: 'ticket', ...ofSubject(subject) } });
  const at = (...state: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>) =>
    waitFor(actor, (snapshot) => snapshot.matches(...state));
  const pause = () => clock.increment(800);
  return { actor, saved, planned, published, at, pause };
}

it('the designer keeps what was drawn once the drawing hand rests, and what is drawn meanwhile by a save of its own', async () => {
  const { actor, saved, at, pause } = start();
  await at({ designing: 'kept' });
  actor.send(rename);
  pause();
  expect(actor.getSnapshot().matches({ designing: 'saving' })).toBe(true);
  actor.send(add);
  expect(actor.getSnapshot().can({ type: 'plan.requested' })).toBe(false);
  await at({ designing: 'changed' });
  expect(selectIsUnkept(actor.getSnapshot())).toBe(true);
  pause();
  await at({ designing: 'kept' });
  expect(saved).toEqual([
    { ...ofSection, drawing: acted(blank, rename), version: 4 },
    { ...ofSection, drawing: acted(blank, rename, add), version: 5 },
  ]);
  expect(saved[1]?.drawing.renames).toEqual({ columns: { name: 'title' }, options: {} });
  expect(actor.getSnapshot().context.version).toBe(6);
});

it('the designer keeps nothing where all was taken back, and begins the draft of a section that is new', async () => {
  const known = start();
  await known.at({ designing: 'kept' });
  known.actor.send(add);
  known.actor.send({ type: 'design.undone' });
  known.pause();
  expect([known.actor.getSnapshot().value, known.saved]).toEqual([{ designing: 'kept' }, []]);
  const fresh = start({ opened: open(0) });
  await fresh.at({ designing: 'changed' });
  fresh.pause();
  await fresh.at({ designing: 'kept' });
  expect(fresh.saved).toEqual([{ ...ofSection, drawing: blank, version: 0 }]);
});

it('the designer has a draft where something is kept that is not published, and none where all of it was taken back', async () => {
  const { actor, at, pause } = start({ opened: { ...open(4), published: blank.design } });
  await at({ designing: 'kept' });
  expect(selectHasDraft(actor.getSnapshot())).toBe(false);
  actor.send(add);
  pause();
  await at({ designing: 'kept' });
  expect(selectHasDraft(actor.getSnapshot())).toBe(true);
  actor.send({ type: 'design.undone' });
  pause();
  await at({ designing: 'kept' });
  expect(selectHasDraft(actor.getSnapshot())).toBe(false);
  const unpublished = start({ opened: { ...open(4), published: null } });
  await unpublished.at({ designing: 'kept' });
  expect(selectHasDraft(unpublished.actor.getSnapshot())).toBe(true);
});

it('the designer tells two people who draw one section of each other, and merges what both did', async () => {
  const other = acted(
    blank,
    { type: 'field.changed', key: 'name', name: 'maxLength', value: 20 },
    { type: 'field.added', piece: 'year', at: 0 },
  );
  const { actor, saved, at, pause } = start({ saves: [outdated(other)] });
  await at({ designing: 'kept' });
  actor.send({ type: 'field.changed', key: 'name', name: 'maxLength', value: 30 });
  actor.send(add);
  pause();
  await at('disputed');
  expect(selectDisputes(actor.getSnapshot())).toEqual(['fields.name']);
  actor.send({ type: 'side.chosen', place: 'fields.name', side: 'theirs' });
  actor.send({ type: 'merge.accepted' });
  const { declaration } = selectDrawing(actor.getSnapshot()).design;
  expect(declaration.fields['name']).toMatchObject({ maxLength: 20 });
  expect(Object.keys(declaration.fields).toSorted()).toEqual([...Object.keys(blank.design.declaration.fields), 'color', 'year'].toSorted());
  pause();
  await at({ designing: 'kept' });
  expect(saved[1]).toEqual({ ...ofSection, drawing: selectDrawing(actor.getSnapshot()), version: 7 });
});

it('the designer knows its own draft when the answer to it was lost', async () => {
  const { actor, at, pause } = start({ saves: [outdated(acted(blank, add))] });
  await at({ designing: 'kept' });
  actor.send(add);
  pause();
  await at({ designing: 'kept' });
  expect([actor.getSnapshot().context.version, actor.getSnapshot().context.theirs]).toEqual([7, null]);
});

it('the designer knows its own draft among all that was sent without an answer, also that of a section that is new', async () => {
  const [first, second] = [acted(blank, add), acted(blank, add, rename)];
  const known = start({ saves: [silent, silent, outdated(first)] });
  await known.at({ designing: 'kept' });
  known.actor.send(add);
  known.pause();
  await known.at({ designing: 'unsaved' });
  known.actor.send(rename);
  known.pause();
  await known.at({ designing: 'unsaved' });
  known.actor.send({ type: 'draft.retried' });
  // What was drawn since is kept over what has arrived.
  await known.at({ designing: 'changed' });
  known.pause();
  await known.at({ designing: 'kept' });
  expect(known.saved.map(({ version }) => version)).toEqual([4, 4, 4, 7]);
  expect([known.saved[3]?.drawing, known.actor.getSnapshot().context.lost]).toEqual([second, []]);
  const fresh = start({ opened: open(0), saves: [silent, outdated(blank)] });
  await fresh.at({ designing: 'changed' });
  fresh.pause();
  await fresh.at({ designing: 'unsaved' });
  fresh.actor.send({ type: 'draft.retried' });
  await fresh.at({ designing: 'kept' });
  expect(fresh.actor.getSnapshot().context.version).toBe(7);
  // A name that is taken is nobody's merge.
  const taken = start({ opened: open(0), saves: [outdated(theirs)] });
  await taken.at({ designing: 'changed' });
  taken.pause();
  await taken.at({ designing: 'unsaved' });
});

it('the designer goes on from what is published meanwhile, and tells what is renamed by its names', async () => {
  const other = { design: acted(blank, { type: 'field.renamed', key: 'name', name: 'price' }).design, renames: NO_RENAMES };
  const { actor, saved, at, pause } = start({ saves: [{ version: 5, issues }, outdated(other, other.design)] });
  await at({ designing: 'kept' });
  actor.send(add);
  pause();
  await at({ designing: 'kept' });
  actor.send({ type: 'field.moved', key: 'color', to: 1 });
  pause();
  await at('disputed');
  actor.send({ type: 'theirs.taken' });
  await at({ designing: 'kept' });
  const { published, issues: left } = actor.getSnapshot().context;
  expect([published, left, selectHasDraft(actor.getSnapshot())]).toEqual([other.design, [], false]);
  actor.send({ type: 'field.renamed', key: 'price', name: 'fee' });
  pause();
  await at({ designing: 'kept' });
  expect(saved[2]?.drawing.renames.columns).toEqual({ price: 'fee' });
});

it('the designer publishes what was looked at, with its choices, and asks for the name of the table where values go', async () => {
  const stopped = planOf(step('mayRefuse', 2));
  const losing = planOf(step('loses'));
  const { actor, planned, published, at } = start({ plans: [stopped, losing] });
  await at({ designing: 'kept' });
  actor.send(add);
  actor.send({ type: 'plan.requested' });
  await at('reviewing');
  expect(actor.getSnapshot().can({ type: 'publish.confirmed', key: 'k' })).toBe(false);
  actor.send({ type: 'choice.made', step: 'dropColumn:mayRefuse', choice: { act: 'empty' } });
  await at('reviewing');
  expect(planned).toEqual([
    { ...ofSection, drawing: acted(blank, add), version: 4, isKept: false, choices: {} },
    { ...ofSection, drawing: acted(blank, add), version: 5, isKept: true, choices: { 'dropColumn:mayRefuse': { act: 'empty' } } },
  ]);
  actor.send({ type: 'name.typed', text: 'ticket' });
  expect(actor.getSnapshot().can({ type: 'publish.confirmed', key: 'k' })).toBe(false);
  actor.send({ type: 'name.typed', text: 'x_ticket' });
  actor.send({ type: 'publish.confirmed', key: 'k' });
  await at('published');
  expect(published).toEqual([
    {
      subject: 'section',
      name: 'ticket',
      version: 5,
      hash: 'dropColumn:loses',
      choices: { 'dropColumn:mayRefuse': { act: 'empty' } },
      key: 'k',
    },
  ]);
});

it('the designer goes back to the drawing with what keeps it from being published', async () => {
  const { actor, at } = start({ plans: [null] });
  await at({ designing: 'kept' });
  actor.send({ type: 'plan.requested' });
  await at({ designing: 'kept' });
  expect(actor.getSnapshot().context.plan).toBe(null);
});

it('the designer asks for the name of the table only where rows lose something, or might', async () => {
  const untouched = { ...step('loses'), rows: 0 };
  const plan = planOf(untouched);
  const { actor, at } = start({ plans: [plan, { ...plan, isRehearsed: false }, planOf(untouched, { ...untouched, rows: null })] });
  const mayPublish = async (): Promise<boolean> => {
    actor.send({ type: 'plan.requested' });
    await at('reviewing');
    const can = actor.getSnapshot().can({ type: 'publish.confirmed', key: 'k' });
    actor.send({ type: 'publish.refused' });
    return can;
  };
  await at('designing');
  expect([await mayPublish(), await mayPublish(), await mayPublish()]).toEqual([true, false, false]);
});

it('the designer draws of a section of the program its life alone, between the states that it has', async () => {
  const { actor, saved, published, at, pause } = start({
    opened: { ...open(4), over: 'now' },
    subject: 'life',
    plans: [planOf(step('safe'))],
  });
  await at({ designing: 'kept' });
  expect(actor.getSnapshot().context.view).toBe('life');
  const refusedActs: readonly DesignAct[] = [
    add,
    { type: 'option.added', key: 'choice', option: 'three' },
    { type: 'option.removed', key: 'choice', option: 'one' },
    { type: 'life.ended' },
    { type: 'section.changed', name: 'label', value: { en: 'Ticket' } },
    { type: 'state.changed', state: 'two', name: 'initial' },
  ];
  expect(refusedActs.filter((act) => actor.getSnapshot().can(act))).toEqual([]);
  const act: DesignAct = { type: 'state.changed', state: 'two', name: 'todo', value: true };
  actor.send(act);
  pause();
  await at({ designing: 'kept' });
  expect(saved).toEqual([{ subject: 'life', over: 'now', drawing: acted(blank, act), version: 4 }]);
  actor.send({ type: 'plan.requested' });
  await at('reviewing');
  actor.send({ type: 'publish.confirmed', key: 'k' });
  await at('published');
  expect(published).toEqual([{ subject: 'life', name: 'ticket', version: 5, hash: 'dropColumn:safe', choices: {}, key: 'k' }]);
  actor.send({ type: 'design.resumed' });
  expect(actor.getSnapshot().context.start).toEqual({ from: 'section', name: 'ticket', subject: 'life' });
});

it('the designer puts what the program has changed of its life to what was drawn, and keeps what comes of it in any case', async () => {
  const mine = acted(blank, { type: 'state.changed', state: 'two', name: 'todo', value: true });
  const now = acted(blank, { type: 'event.changed', event: 'lead', name: 'right', value: 'own' });
  const opened: OpenDesign = { ...open(4), drawing: mine, over: 'now', program: { before: blank, now } };
  const { actor, saved, at, pause } = start({ opened, subject: 'life' });
  await at('disputed');
  expect(selectDisputes(actor.getSnapshot())).toEqual([]);
  actor.send({ type: 'merge.accepted' });
  expect(selectDrawing(actor.getSnapshot()).design.declaration.life).toMatchObject({
    chart: { states: { two: { meta: { todo: true } } } },
    events: { lead: { right: 'own' } },
  });
  pause();
  await at({ designing: 'kept' });
  expect(saved.map(({ version, over }) => [version, over])).toEqual([[4, 'now']]);
  const taking = start({ opened, subject: 'life' });
  await taking.at('disputed');
  taking.actor.send({ type: 'theirs.taken' });
  taking.pause();
  await taking.at({ designing: 'kept' });
  expect(taking.saved).toEqual([{ subject: 'life', over: 'now', drawing: now, version: 4 }]);
});

it('the designer says of a publishing that nobody has answered no word about the database, and sends it again as the same one', async () => {
  const { actor, published, at } = start({ plans: [planOf(step('safe'))], publishings: [silent, silent, refused] });
  await at({ designing: 'kept' });
  actor.send({ type: 'plan.requested' });
  await at('reviewing');
  actor.send({ type: 'publish.confirmed', key: 'k' });
  await at('unanswered');
  actor.send({ type: 'publish.retried' });
  await at('unanswered');
  actor.send({ type: 'publish.retried' });
  await at('failed');
  expect(published.map(({ key, hash }) => [key, hash])).toEqual(Array.from({ length: 3 }, () => ['k', planOf(step('safe')).hash]));
});
