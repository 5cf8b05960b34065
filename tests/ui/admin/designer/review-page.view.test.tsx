import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { blankDesign } from '#domain/designer/drawing/design-pieces';
import { NO_RENAMES, type SectionDesign } from '#domain/designer/section-design';
import type { DesignPlan, Drift, OpenDesign, PlanInput, PublishInput, TriedStep } from '#machines/designer/designer.vocabulary';
import { sectionDesignerMachine } from '#machines/designer/section-designer.machine';
import { PublishedPage } from '#ui/admin/designer/review/PublishedPage.tsx';
import { ReviewPage } from '#ui/admin/designer/review/ReviewPage.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { renderInApp, startKitMessages } from '../../kit/support.tsx';

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['designer']);
});

const design = blankDesign('ticket');
const step = (id: string, rest: Partial<TriedStep> = {}): TriedStep => ({
  id,
  kind: id.split(':')[0] === 'drift' ? 'settle' : (id.split(':')[0] ?? ''),
  class: 'safe',
  subject: id.split(':').at(-1) ?? '',
  detail: '',
  sql: [],
  acts: [],
  rows: null,
  converted: 0,
  returned: 0,
  stopping: 0,
  examples: [],
  ...rest,
});
const byHand = step('drift:column:colour', { class: 'mayRefuse', acts: ['refuse', 'putBack', 'takeOver'], stopping: 1 });
const drift: Drift[] = [{ what: 'column', name: 'colour', expected: null, found: 'text not null' }];

const withState = (options: readonly string[]): SectionDesign => {
  const words = { open: { en: 'Open' }, done: { en: 'Done' }, lost: { en: 'Lost' } };
  const state = { kind: 'select', options, initial: 'open', optionLabels: words, label: { en: 'State' } } as const;
  return { ...design, declaration: { ...design.declaration, fields: { ...design.declaration.fields, state } } };
};
const former = withState(['open', 'done', 'lost']);

const NEVER = fromPromise<{ readonly revision: number }, PublishInput>(() => new Promise(() => {}));

async function show(steps: (choices: PlanInput['choices']) => readonly TriedStep[], now: SectionDesign = design, publishing = NEVER) {
  const planned: PlanInput['choices'][] = [];
  const machine = sectionDesignerMachine.provide({
    actors: {
      watchWork: fromCallback(() => {}),
      openDesign: fromPromise(async (): Promise<OpenDesign> => ({
        drawing: { design: now, renames: NO_RENAMES },
        isStored: true,
        published: now === design ? design : former,
        version: 4,
        state: 'live',
        drift,
      })),
      makePlan: fromPromise(async ({ input: { choices } }) => {
        planned.push(choices);
        const plan: DesignPlan = { steps: steps(choices), hash: 'h', isRehearsed: true };
        return { draft: null, plan };
      }),
      publish: publishing,
    },
  });
  const designer = createActor(machine).start();
  designer.send({ type: 'design.started', start: { from: 'section', name: 'ticket' } });
  await waitFor(designer, (snapshot) => snapshot.hasTag('drawing'));
  designer.send({ type: 'plan.requested' });
  await waitFor(designer, (snapshot) => snapshot.matches('reviewing'));
  renderInApp(<ReviewPage designer={designer} />);
  return { planned, designer, user: userEvent.setup({ delay: null }) };
}

const publish = () => screen.getByRole('button', { name: 'Publish' });

it('the review asks about what was changed by hand ahead of everything else, and publishes once it is settled', async () => {
  const { planned, user } = await show((choices) => [
    step('widen:name', { detail: '60' }),
    choices[byHand.id] ? { ...byHand, stopping: 0 } : byHand,
  ]);
  const [first, second] = screen.getAllByRole('region');
  expect([first?.getAttribute('aria-label'), second?.getAttribute('aria-label')]).toEqual(['Changed by hand', 'Safe']);
  const card = within(screen.getByRole('region', { name: 'Changed by hand' }));
  expect(card.getByText('Column colour')).toBeTruthy();
  expect([card.getByText('Published').nextSibling?.textContent, card.getByText('Found').nextSibling?.textContent]).toEqual([
    'nothing',
    'text not null',
  ]);
  expect(publish().hasAttribute('disabled')).toBe(true);
  expect(screen.getByText(/^Choose for each difference/u)).toBeTruthy();
  await user.click(card.getByRole('radio', { name: /^Take it over/u }));
  await screen.findByText('Column colour');
  expect(planned).toEqual([{}, { 'drift:column:colour': { act: 'takeOver' } }]);
  expect([publish().hasAttribute('disabled'), screen.queryByText(/^Choose for each difference/u)]).toEqual([false, null]);
});

it('the review counts what goes, and asks for the name of the table where something does', async () => {
  const { user } = await show(() => [step('dropColumn:colour', { class: 'loses', rows: 3 })]);
  expect(within(screen.getByRole('region', { name: 'Removes values' })).getByText('Records: 3.')).toBeTruthy();
  expect(publish().hasAttribute('disabled')).toBe(true);
  await user.type(screen.getByLabelText(/Type the name of the table, x_ticket/u), 'x_ticket');
  expect(publish().hasAttribute('disabled')).toBe(false);
});

it('the review asks for no name where no record loses anything', async () => {
  await show(() => [step('dropColumn:colour', { class: 'loses', rows: 0 })]);
  expect([screen.queryByLabelText(/Type the name/u), publish().hasAttribute('disabled')]).toEqual([null, false]);
});

it('the review says which options go by their words, and offers those that stay for the records that have them', async () => {
  const gone = step('setOptions:state', { class: 'loses', rows: 2, stopping: 2, acts: ['refuse', 'empty', 'value'] });
  const { planned, user } = await show(() => [gone], withState(['open', 'done']));
  expect(screen.getByText('Removed from State (state): “Lost”. Remaining: Open and Done')).toBeTruthy();
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('[data-checked], div')?.parentElement?.textContent)).toEqual([
    'Do not publish if there are any',
    'Change them to “Open”',
    'Change them to another option',
  ]);
  await user.click(screen.getByRole('radio', { name: 'Change them to another option' }));
  // Never none of them, which would be a value that no list offers.
  await vi.waitFor(() => expect(planned.at(-1)).toEqual({ 'setOptions:state': { act: 'value', value: 'done' } }));
  await user.click(await screen.findByRole('combobox', { name: 'Option' }));
  await user.click(await screen.findByRole('option', { name: 'Open', hidden: true }));
  await vi.waitFor(() => expect(planned.at(-1)).toEqual({ 'setOptions:state': { act: 'value', value: 'open' } }));
});

it('the review says of a publishing that nobody has answered that it is not known, and sends it again under its key', async () => {
  const keys: string[] = [];
  const answers = [new FailureError({ kind: 'timeout' }), new FailureError({ kind: 'rejected', code: 0, message: 'No room' })];
  const { user } = await show(
    () => [step('widen:name')],
    design,
    fromPromise<{ readonly revision: number }, PublishInput>(async ({ input }) => {
      keys.push(input.key);
      throw answers.shift();
    }),
  );
  await user.click(publish());
  const unknown = await screen.findByRole('alert');
  expect([unknown.textContent?.includes('It is not known'), unknown.textContent?.includes('Nothing in the database')]).toEqual([
    true,
    false,
  ]);
  await user.click(within(unknown).getByRole('button', { name: 'Try again' }));
  expect((await screen.findByText('It was not published')).closest('[role=alert]')?.textContent).toContain(
    'Nothing in the database was changed.',
  );
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

it('the review names both kinds of a field that becomes another, and how many kept values come back', async () => {
  const dated: SectionDesign = {
    ...former,
    declaration: { ...former.declaration, fields: { ...former.declaration.fields, state: { kind: 'date', label: { en: 'State' } } } },
  };
  await show(
    () => [step('changeType:state', { class: 'mayLose', detail: 'date', rows: 0, returned: 2, acts: ['refuse', 'keep', 'empty'] })],
    dated,
  );
  const card = within(screen.getByRole('region', { name: 'May lose values' }));
  expect(card.getByText(/becomes another kind/u).textContent).toMatch(/^State \(state\) becomes another kind: .+ → Date$/u);
  expect(card.getByText('Kept values that come back: 2.')).toBeTruthy();
});

it.each([
  [true, /^It is in the menu and ready for records/u],
  [false, 'The new design is in effect.'],
] as const)('what is said of a publication that was the first: %s', async (isFirst, words) => {
  const machine = sectionDesignerMachine.provide({
    actors: {
      watchWork: fromCallback(() => {}),
      openDesign: fromPromise(async (): Promise<OpenDesign> => ({
        drawing: { design, renames: NO_RENAMES },
        isStored: true,
        published: isFirst ? null : former,
        version: 4,
        state: isFirst ? 'draft' : 'live',
        drift: [],
      })),
    },
  });
  const designer = createActor(machine).start();
  designer.send({ type: 'design.started', start: { from: 'section', name: 'ticket' } });
  await waitFor(designer, (snapshot) => snapshot.hasTag('drawing'));
  renderInApp(<PublishedPage designer={designer} />);
  expect(screen.getByText(words)).toBeTruthy();
});
