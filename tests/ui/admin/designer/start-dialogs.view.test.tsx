import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor, createEmptyActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import {
  designedSectionsMachine,
  selectDesigned,
  type DesignedSection,
  type DesignedSectionsEvent,
} from '#machines/designer/designed-sections.machine';
import { done, failed, inertOf } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { SectionList } from '#ui/admin/designer/start/SectionList.tsx';
import { StartDialogs } from '#ui/admin/designer/start/StartDialogs.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { inApp, renderInApp, startKitMessages } from '../../kit/support.tsx';
import { press, shows } from '#tests/machines/support/presses.ts';

await startKitMessages('en');
await loadMessages(['designer']);

const section = (name: string, state: DesignedSection['state'], hasDraft = false): DesignedSection => ({
  name,
  label: { en: `The ${name}s` },
  table: `x_${name}`,
  controller: `x.${name}`,
  state,
  revision: state === 'draft' ? 0 : 3,
  hasDraft,
  version: 4,
  updateTime: 0,
});
const sections = { list: [section('ticket', 'live', true), section('room', 'paused'), section('plan', 'draft', true)], shipped: ['goods'] };
const refused = new FailureError({ kind: 'rejected', code: 0, message: 'not so' });

const valueOf = (label: string | RegExp): string => screen.getByLabelText<HTMLInputElement>(label).value;

describeView(
  {
    machine: designedSectionsMachine,
    inputs: [{ owner: createEmptyActor() }],
    events: [
      done('loadSections', sections),
      { type: 'section.newRequested' },
      { type: 'section.copyRequested', name: 'ticket' },
      { type: 'section.removeRequested', name: 'ticket' },
      { type: 'section.imported', text: '{}' },
      { type: 'text.typed', field: 'english', text: 'Service tickets' },
      { type: 'text.typed', field: 'table', text: 'x_ticket' },
      { type: 'question.confirmed' },
      { type: 'question.cancelled' },
      done('act', { opens: null, replaces: 'room' }),
      failed('act', refused),
    ],
    // A question has inputs of its own, and typing what stands there types nothing; what cannot be confirmed has a button that does nothing.
    only: (snapshot, event) => {
      const { asked, typing } = snapshot.context;
      if (event.type === 'text.typed' && 'field' in event)
        return asked?.kind === (event.field === 'english' ? 'new' : 'remove') && typing[event.field] !== event.text;
      if (event.type === 'question.confirmed') return snapshot.can({ type: 'question.confirmed' });
      return true;
    },
    view: ({ context: { asked, typing, act, failure } }) => [asked, typing, act?.act, failure?.kind],
  },
  (actor) => inApp(<StartDialogs sections={actor} />),
  {
    'text.typed': async (_, event) => {
      const isTitle = 'field' in event && event.field === 'english';
      const input = screen.getByLabelText(isTitle ? 'English title' : /^Type the name of the table/u);
      fireEvent.change(input, { target: { value: isTitle ? 'Service tickets' : 'x_ticket' } });
    },
    'question.confirmed': press(/^(?:Start designing|Copy|Remove the section|Take the design of the file)$/u),
  },
  {
    // Whatever is refused, what was typed stays, and why stands above it.
    seen: (snapshot) => {
      const { asked, typing, failure } = snapshot.context;
      if (!asked) return screen.queryByRole('dialog') === null;
      const isTold = failure === null || shows('not so');
      if (asked.kind === 'new') return isTold && valueOf('English title') === typing.english;
      if (asked.kind === 'remove') return isTold && valueOf(/^Type the name of the table/u) === typing.table;
      return isTold;
    },
  },
);

/** With the sections in sight, and everything that is told. */
function showList(rights = { mayDesign: true, mayRemove: true }) {
  const told: DesignedSectionsEvent[] = [];
  const actor = createActor(inertOf(designedSectionsMachine), {
    input: { owner: createEmptyActor() },
    inspect: (event) => {
      if (event.type === '@xstate.event' && event.event.type.startsWith('section.')) told.push(event.event as DesignedSectionsEvent);
    },
  }).start();
  actor.send(done('loadSections', sections) as never);
  told.length = 0;
  renderInApp(<SectionList sections={actor} list={selectDesigned(actor.getSnapshot())} rights={rights} />);
  return { told, user: userEvent.setup({ delay: null }) };
}
const card = (name: string) => within(screen.getByRole('button', { name }).closest('li')!);

it('the list of shipped sections tells where each section stands, and opens it by a key', async () => {
  const { told, user } = showList();
  const states = screen.getAllByRole('listitem').map((item) => within(item).getByText(/^(?:Live|Paused|Draft)$/u).textContent);
  expect(states).toEqual(['Live', 'Paused', 'Draft']);
  expect([
    card('The tickets').queryByRole('link', { name: 'Open its records' })?.getAttribute('href'),
    card('The rooms').queryByRole('link'),
  ]).toEqual(['/admin/x/ticket', null]);
  expect([
    card('The tickets').queryByText('Unpublished changes') !== null,
    card('The plans').queryByText('Not published') !== null,
  ]).toEqual([true, true]);
  await user.tab();
  await user.keyboard('{Enter}');
  expect(told).toEqual([{ type: 'section.opened', name: 'ticket' }]);
});

it.each([
  [
    'whoever designs and removes',
    { mayDesign: true, mayRemove: true },
    ['Open the design', 'Copy as a new section', 'Pause', 'Export the design', 'Remove the section'],
  ],
  ['whoever looks', { mayDesign: false, mayRemove: false }, ['Open the design', 'Export the design']],
])('offers by keys what may be done with one: %s', async (_, rights, offered) => {
  const { told, user } = showList(rights);
  card('The tickets').getByRole('button', { name: 'More for The tickets' }).focus();
  await user.keyboard('{Enter}');
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(offered);
  items.at(-2)?.focus();
  await user.keyboard('{Enter}');
  expect(told.at(-1)).toEqual(rights.mayDesign ? { type: 'section.exported', name: 'ticket' } : { type: 'section.opened', name: 'ticket' });
});
