import { createEmptyActor } from 'xstate';
import { expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import {
  designedSectionsMachine,
  selectNameRefusal,
  selectNewName,
  type ActAnswer,
  type DesignedSection,
  type DesignedSections,
  type SectionAct,
} from '#machines/designer/designed-sections.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
import { recorder } from '#tests/support/recorder.ts';

const section = (name: string, state: DesignedSection['state']): DesignedSection => ({
  name,
  label: { en: name },
  table: `x_${name}`,
  controller: `x.${name}`,
  state,
  revision: state === 'draft' ? 0 : 3,
  hasDraft: state === 'draft',
  version: 4,
  updateTime: 0,
});
const sections = {
  list: [section('ticket', 'live'), section('room', 'paused'), section('plan', 'draft')],
  lives: [{ name: 'goods', label: { en: 'Goods' }, state: 'site' as const, hasDraft: false, isBehind: false }],
  shipped: ['goods'],
};
const refused = new FailureError({ kind: 'rejected', code: 0, message: 'no' });

describeModel({
  machine: designedSectionsMachine,
  inputs: [{ owner: createEmptyActor() }],
  events: [
    done('loadSections', sections),
    failed('loadSections', refused),
    done('renewSections', sections),
    failed('renewSections', refused),
    { type: 'sections.retried' },
    { type: 'section.opened', name: 'ticket' },
    { type: 'life.opened', name: 'goods' },
    { type: 'life.programRequested', name: 'goods' },
    { type: 'section.newRequested' },
    { type: 'section.copyRequested', name: 'ticket' },
    { type: 'section.removeRequested', name: 'ticket' },
    { type: 'section.paused', name: 'ticket' },
    { type: 'section.resumed', name: 'room' },
    { type: 'section.exported', name: 'plan' },
    { type: 'section.imported', text: '{}' },
    { type: 'text.typed', field: 'english', text: 'Ticket' },
    { type: 'text.typed', field: 'table', text: 'x_ticket' },
    { type: 'question.confirmed' },
    { type: 'question.cancelled' },
    done('act', { opens: null }),
    done('act', { opens: 'ticket2' }),
    done('act', { opens: null, replaces: 'room' }),
    failed('act', refused),
  ],
  view: ({ context }) => [
    context.sections !== null,
    context.asked,
    context.typing.english !== '',
    context.typing.table !== '',
    context.act?.act,
    context.failure?.kind,
  ],
  always: (snapshot) => {
    if (snapshot.matches('asking')) return snapshot.context.asked !== null;
    if (snapshot.matches('acting')) return snapshot.context.act !== null;
    return snapshot.matches('unavailable') ? snapshot.context.failure !== null : snapshot.context.asked === null;
  },
});

it('a refused act reads the list anew, so that the next try is about what is there now', async () => {
  const acts: SectionAct[] = [];
  const lists = [sections, { ...sections, list: [{ ...section('ticket', 'live'), version: 5 }, section('new', 'draft')] }];
  const actor = createActor(
    designedSectionsMachine.provide({
      actors: {
        loadSections: fromPromise<DesignedSections>(async () => lists.shift()!),
        act: fromPromise<ActAnswer, SectionAct>(async ({ input }) => {
          acts.push(input);
          if (acts.length === 1) throw refused;
          return { opens: null };
        }),
      },
    }),
    { input: { owner: createEmptyActor() } },
  ).start();
  await waitFor(actor, (snapshot) => snapshot.matches('resting'));
  actor.send({ type: 'section.removeRequested', name: 'ticket' });
  actor.send({ type: 'text.typed', field: 'table', text: 'x_ticket' });
  actor.send({ type: 'question.confirmed' });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches({ asking: 'open' }));
  expect([context.sections?.list.map(({ name }) => name), context.failure?.kind, context.typing.table]).toEqual([
    ['ticket', 'new'],
    'rejected',
    'x_ticket',
  ]);
  actor.send({ type: 'question.confirmed' });
  expect(acts.map((one) => 'version' in one && one.version)).toEqual([4, 5]);
});

async function open(act: (input: SectionAct) => ActAnswer = () => ({ opens: null })) {
  const owner = recorder();
  const acts: SectionAct[] = [];
  const logic = designedSectionsMachine.provide({
    actors: {
      loadSections: fromPromise<DesignedSections>(() => Promise.resolve(sections)),
      act: fromPromise(async ({ input }) => {
        acts.push(input);
        return act(input);
      }),
    },
  });
  const actor = createActor(logic, { input: { owner: owner.ref as never } }).start();
  const rested = () => waitFor(actor, (snapshot) => snapshot.matches('resting'));
  await rested();
  return { actor, owner, acts, rested };
}

it('the list of designed sections names a section by its English title until somebody types a name, and never as another is called', async () => {
  const { actor, owner } = await open();
  actor.send({ type: 'section.newRequested' });
  const name = () => selectNewName(actor.getSnapshot());
  expect(name()).toBe('section1');
  expect(actor.getSnapshot().can({ type: 'question.confirmed' })).toBe(false);
  actor.send({ type: 'text.typed', field: 'english', text: 'Ticket' });
  expect(name()).toBe('ticket2');
  actor.send({ type: 'text.typed', field: 'name', text: 'goods' });
  expect([name(), selectNameRefusal(actor.getSnapshot())]).toEqual(['goods', 'designer.issues.nameTaken']);
  actor.send({ type: 'question.confirmed' });
  expect(actor.getSnapshot().matches('asking')).toBe(true);
  actor.send({ type: 'text.typed', field: 'name', text: 'serviceTicket' });
  actor.send({ type: 'text.typed', field: 'chinese', text: '服务单' });
  actor.send({ type: 'question.confirmed' });
  expect(owner.heard).toEqual([
    { type: 'design.started', start: { from: 'blank', name: 'serviceTicket', label: { 'zh-cn': '服务单', en: 'Ticket' } } },
  ]);
});

it('the list of designed sections takes a section away only when its table was typed, and opens a copy when it is there', async () => {
  const { actor, owner, acts, rested } = await open(({ act }) => ({ opens: act === 'copy' ? 'ticket2' : null }));
  actor.send({ type: 'section.removeRequested', name: 'ticket' });
  actor.send({ type: 'text.typed', field: 'table', text: 'x_ticke' });
  expect(actor.getSnapshot().can({ type: 'question.confirmed' })).toBe(false);
  actor.send({ type: 'text.typed', field: 'table', text: ' x_ticket ' });
  actor.send({ type: 'question.confirmed' });
  await rested();
  actor.send({ type: 'section.copyRequested', name: 'ticket' });
  actor.send({ type: 'text.typed', field: 'name', text: 'ticket2' });
  actor.send({ type: 'question.confirmed' });
  await rested();
  expect(acts).toEqual([
    { act: 'remove', name: 'ticket', version: 4, table: 'x_ticket' },
    { act: 'copy', from: 'ticket', name: 'ticket2', controller: 'x.Ticket2', table: 'x_ticket2' },
  ]);
  expect(owner.heard).toEqual([{ type: 'design.started', start: { from: 'section', name: 'ticket2' } }]);
});

it('the list of designed sections replaces the draft of a section that there is only when somebody says so', async () => {
  const { actor, owner, acts, rested } = await open((act) =>
    act.act === 'import' && act.isReplacing ? { opens: 'room' } : { opens: null, replaces: 'room' },
  );
  const asked = () => waitFor(actor, (snapshot) => snapshot.matches('asking'));
  actor.send({ type: 'section.imported', text: 'a file' });
  expect((await asked()).context.asked).toEqual({ kind: 'replace', of: 'room' });
  actor.send({ type: 'question.cancelled' });
  expect(actor.getSnapshot().matches('resting')).toBe(true);
  actor.send({ type: 'section.imported', text: 'a file' });
  await asked();
  actor.send({ type: 'question.confirmed' });
  await rested();
  const once = { act: 'import', text: 'a file', isReplacing: false };
  expect(acts).toEqual([once, once, { ...once, isReplacing: true }]);
  expect(owner.heard).toEqual([{ type: 'design.started', start: { from: 'section', name: 'room' } }]);
});

it('the list of designed sections leads to the life of a section of the program, as it is drawn or as the program has it, and to no other section’s', async () => {
  const { actor, owner } = await open();
  actor.send({ type: 'life.opened', name: 'ticket' });
  actor.send({ type: 'life.programRequested', name: 'ticket' });
  expect(owner.heard).toEqual([]);
  actor.send({ type: 'life.opened', name: 'goods' });
  actor.send({ type: 'life.programRequested', name: 'goods' });
  expect(owner.heard).toEqual([
    { type: 'design.started', start: { from: 'section', name: 'goods', subject: 'life' } },
    { type: 'design.started', start: { from: 'revision', name: 'goods', subject: 'life', id: 0 } },
  ]);
});
