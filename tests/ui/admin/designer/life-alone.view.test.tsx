import { screen } from '@testing-library/react';
import { createActor, fromPromise, waitFor } from 'xstate';
import { expect, it } from 'vitest';
import { perform } from '#domain/designer/drawing/design-acts';
import type { DesignAct, Drawing } from '#domain/designer/drawing/design-act';
import { blankDesign } from '#domain/designer/drawing/design-pieces';
import { NO_RENAMES } from '#domain/designer/section-design';
import type { OpenDesign, PlanAnswer, PlanInput, TriedStep } from '#machines/designer/designer.vocabulary';
import { sectionDesignerMachine } from '#machines/designer/section-designer.machine';
import { DesignerView } from '#ui/admin/designer/DesignerPage.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { inertOf } from '#tests/machines/support/model.ts';
import { renderInApp, startKitMessages } from '../../kit/support.tsx';

const acted = (drawing: Drawing, ...acts: readonly DesignAct[]): Drawing =>
  acts.reduce((one, act) => perform(one, act, blankDesign('ticket').declaration.fields), drawing);
const first = acted(
  { design: blankDesign('ticket'), renames: NO_RENAMES },
  { type: 'section.changed', name: 'label', value: { en: 'Tickets' } },
  { type: 'field.added', piece: 'select', at: 1 },
  { type: 'field.changed', key: 'choice', name: 'optionLabels', value: { one: { en: 'One' }, two: { en: 'Two' } } },
  { type: 'life.begun', field: 'choice' },
  { type: 'arrow.drawn', from: 'one', to: 'two', event: 'lead' },
  { type: 'event.changed', event: 'lead', name: 'label', value: { en: 'Lead on' } },
);
const drawn = acted(first, { type: 'event.changed', event: 'lead', name: 'right', value: 'own' });
const step = (own: Partial<TriedStep>): TriedStep => ({
  id: 'x',
  kind: 'setLife',
  class: 'safe',
  subject: 'choice',
  detail: 'one, two',
  sql: [],
  acts: [],
  rows: null,
  converted: 0,
  returned: 0,
  stopping: 0,
  examples: [],
  ...own,
});

async function shown(opened: Partial<OpenDesign>, steps: readonly TriedStep[] = []) {
  await startKitMessages('en');
  await loadMessages(['designer']);
  const inert = inertOf(sectionDesignerMachine);
  const open: OpenDesign = {
    drawing: drawn,
    isStored: true,
    published: first.design,
    version: 3,
    over: 'o',
    state: 'site',
    drift: [],
    ...opened,
  };
  const logic = inert.provide({
    actors: {
      openDesign: fromPromise(async () => open),
      makePlan: fromPromise<PlanAnswer, PlanInput>(async () => ({ draft: null, plan: { steps, hash: 'h', isRehearsed: true } })),
      publish: fromPromise(async () => ({ revision: 2 })),
    },
  });
  const actor = createActor(logic).start();
  actor.send({ type: 'design.started', start: { from: 'section', name: 'ticket', subject: 'life' } });
  await waitFor(actor, (snapshot) => !snapshot.matches('opening'));
  renderInApp(<DesignerView designer={actor} />);
  return actor;
}

it('the designer of a life reviews what another life does to records in words of lives, and tells what it leads to', async () => {
  const actor = await shown({}, [
    step({ id: 'setLife' }),
    step({ id: 'dropEvent:lead', kind: 'dropEvent', class: 'loses', subject: 'lead', rows: 2 }),
    // Nobody has asked for it: there is nothing to look at.
    step({ id: 'dropEvent:none', kind: 'dropEvent', class: 'loses', subject: 'none', rows: 0 }),
    step({ id: 'setHolds:two', kind: 'setHolds', class: 'mayRefuse', subject: 'two', rows: 4 }),
  ]);
  actor.send({ type: 'plan.requested' });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Review: lifecycle of Tickets');
  expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
    'Ends pending requests 1',
    'Adds requirements 1',
    'Takes effect at once 1',
  ]);
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'Requests for Lead on that wait are droppedRecords: 2.',
    'Records in Two must meet more conditions; existing ones are checked the next time they are savedRecords: 4.',
    'Records take their next step by the new lifecycle',
  ]);
  actor.send({ type: 'name.typed', text: 'x_ticket' });
  actor.send({ type: 'publish.confirmed', key: 'k' });
  expect(await screen.findByText('“Tickets” now follows the new lifecycle')).toBeTruthy();
});

/** What each side of a part says. */
const said = (name: string) =>
  [...screen.getByRole('group', { name }).querySelectorAll('dl')].map((side) => [...side.children].map((one) => one.textContent));

it('the designer of a life asks for a side where an update and the site changed the same, and names the parts', async () => {
  const now = acted(
    first,
    { type: 'event.changed', event: 'lead', name: 'right', value: 'none' },
    { type: 'state.changed', state: 'two', name: 'final', value: true },
  );
  const mine = acted(drawn, { type: 'arrow.drawn', from: 'two', to: 'one', event: 'lead' });
  await shown({ drawing: mine, program: { before: first, now } });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('The built-in lifecycle has changed');
  expect(screen.getAllByRole('group').map((one) => one.querySelector('legend')?.textContent)).toEqual(['State “Two”', 'Step “Lead on”']);
  // Mine, and what the program's own has become: each by what the other has not so.
  expect(said('State “Two”')).toEqual([
    ['Lead on→ One', 'Final stateOff'],
    ['Final stateOn', 'Lead onNothing'],
  ]);
  expect(said('Step “Lead on”')).toEqual([['Who may take itExtra right'], ['Who may take itNobody']]);
  expect(screen.getAllByRole('radio', { name: /^Built-in/u })).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Use the built-in lifecycle' })).toBeTruthy();
});
