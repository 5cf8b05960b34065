import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen, waitFor as waitForView, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { setLiveResources } from '#actors/base/resource-book';
import { lazyNow } from '#actors/base/lazy-code';
import type { DesignerBundle } from '#actors/designer/designer-logics';
import { blankDesign, PIECE_GROUPS, type PieceName } from '#domain/designer/drawing/design-pieces';
import type { SendableSection } from '#domain/life/drawing/sendable-steps';
import type { Resource } from '#domain/table/resource';
import { NO_RENAMES } from '#domain/designer/section-design';
import { selectDeclaration } from '#machines/designer/section-designer.selectors';
import type { DraftIssue, KeptDraft, OpenDesign } from '#machines/designer/designer.vocabulary';
import { fieldPaletteMachine } from '#machines/designer/field-palette.machine';
import { rejection } from '#domain/base/failure';
import { lifeRehearsalMachine, type Rehearsal } from '#machines/designer/life-rehearsal.machine';
import { sendableStepsMachine } from '#machines/designer/sendable-steps.machine';
import { sectionRevisionsMachine } from '#machines/designer/section-revisions.machine';
import { sectionDesignerMachine } from '#machines/designer/section-designer.machine';
import type { AdminShellRef } from '#machines/shell/admin-shell.machine';
import { kindTip, pieceTip } from '#ui/admin/designer/base/kind-text.ts';
import { DesignDesk } from '#ui/admin/designer/canvas/DesignDesk.tsx';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { ShellContext } from '#ui/base/shell-context.ts';
import { inApp, withBundles } from '../../kit/support.tsx';
import { loadAllSectionWords } from '#tests/support/all-sections.ts';

/** As much of the shell as the desk reads of it. */
const FOUND = {
  context: {
    start: {
      site: { urls: [] },
      admin: { super: false },
      menu: { nodes: { '/admin/crud/crud': ['/admin/crud/crud/generate'] }, items: [] },
    },
    route: { path: '' },
  },
};
const SHELL = {
  getSnapshot: () => FOUND,
  subscribe: () => ({ unsubscribe: () => {} }),
} as unknown as AdminShellRef;

const PIECES = Object.values(PIECE_GROUPS).flat() as readonly PieceName[];

// Views that come when they are wanted are read first: how long that takes says nothing about the desk.
beforeAll(() =>
  Promise.all([
    import('#ui/admin/designer/canvas/FormPreview.tsx'),
    import('#ui/admin/designer/canvas/ListPreview.tsx'),
    import('#ui/admin/designer/canvas/TableView.tsx'),
    import('#ui/admin/designer/life/LifeView.tsx'),
  ]),
);
afterEach(cleanup);

/** A design that nobody has published, with its section's properties beside it. */
async function show(
  language: 'zh-cn' | 'en',
  issues: readonly DraftIssue[] = [],
  isPublished = false,
  loadSteps: () => Promise<readonly SendableSection[]> = async () => [],
  // In the other one windows lie beside the desk, as in a browser.
  env: 'test' | 'default' = 'test',
) {
  await startMessages(language);
  await loadMessages(['designer', 'resources', 'fields', 'savedViews', 'tables', 'search', 'upload']);
  await loadAllSectionWords();
  const design = blankDesign('ticket', { label: { en: 'Tickets', 'zh-cn': '工单' } });
  const machine = sectionDesignerMachine.provide({
    actors: {
      watchWork: fromCallback(() => {}),
      openDesign: fromPromise(async (): Promise<OpenDesign> => ({
        drawing: { design, renames: NO_RENAMES },
        isStored: true,
        published: isPublished ? design : null,
        version: 1,
        state: isPublished ? 'live' : 'draft',
        drift: [],
      })),
      saveDraft: fromPromise(async (): Promise<KeptDraft> => ({ version: 2, issues })),
    },
    delays: { draftPause: 0 },
  });
  const designer = createActor(machine).start();
  designer.send({ type: 'design.started', start: { from: 'section', name: 'ticket' } });
  await waitFor(designer, (snapshot) => snapshot.hasTag('drawing'));
  const bundle = {
    designer: sectionDesignerMachine,
    palette: fieldPaletteMachine,
    // Nobody waits for what it says.
    rehearsal: lifeRehearsalMachine.provide({ actors: { rehearse: fromPromise(() => new Promise<Rehearsal>(() => {})) } }),
    sendable: sendableStepsMachine.provide({ actors: { loadSteps: fromPromise(loadSteps) } }),
    revisions: sectionRevisionsMachine,
  } as unknown as DesignerBundle;
  render(
    <MantineProvider env={env}>
      {inApp(withBundles({ designer: lazyNow(bundle) }, <ShellContext value={SHELL}>{<DesignDesk designer={designer} />}</ShellContext>))}
    </MantineProvider>,
  );
  await screen.findByRole('list', { name: language === 'en' ? 'Fields' : '字段' });
  const fields = () => selectDeclaration(designer.getSnapshot()).fields;
  return { designer, fields, user: userEvent.setup({ delay: null }) };
}

/** Another section that is published, whose records have a life where nothing else is said. */
const related = (name: string, label: string, own: Partial<Resource> = {}): Resource =>
  ({
    name,
    controller: `x.${name}`,
    table: `x_${name}`,
    titleField: 'id',
    fields: { id: { kind: 'id' } },
    label: { en: label },
    lifeField: 'state',
    ...own,
  }) as unknown as Resource;

/** By what stands in the page and not by roles, which jsdom makes out for all of the desk at each look. */
const piece = (name: string) => document.querySelector<HTMLElement>(`aside [data-name="${name}"]`)!;
const row = (key: string) => document.querySelector<HTMLElement>(`[data-field="${key}"] [aria-pressed]`)!;
const tab = (name: string) => screen.getByText(name, { selector: '[role="tab"] *' });

/** Arrows tell of states as well, with a picture. */
const stateButton = (states: HTMLElement, name: string) =>
  within(states)
    .getAllByText(name, { selector: 'button *' })
    .map((word) => word.closest('button')!)
    .find((button) => button.querySelector('svg') === null)!;

const draftState = () => document.querySelector('header output')?.textContent;

/** What is asked for in a part of the desk without a question mark at its label, or a sentence below. */
function unexplained(part: HTMLElement): readonly string[] {
  const labels = [...part.querySelectorAll('label')].filter(
    (label) => label.textContent.trim() !== '' && !label.closest('[role="radiogroup"]'),
  );
  return labels.flatMap((label) => {
    const above: Element[] = [];
    for (let place = label.parentElement; place && place !== part && !place.matches('fieldset'); place = place.parentElement)
      above.push(place);
    const isTold = above.some((place) => [...place.children].some((one) => one.matches('button[aria-label]') && one.textContent === '?'));
    const below = document.getElementById(label.htmlFor)?.getAttribute('aria-describedby')?.split(' ') ?? [];
    return isTold || below.some((id) => document.getElementById(id)?.textContent) ? [] : [label.textContent];
  });
}

describe('the drawing desk', () => {
  it('says what each field is good for and what each of its properties means', async () => {
    const { designer, fields, user } = await show('zh-cn');
    const pane = screen.getByRole('complementary', { name: '属性' });
    expect(unexplained(pane)).toEqual([]);
    expect(PIECES.filter((one) => pieceTip(one) === '')).toEqual([]);
    // Between them they have every property that there is.
    for (const one of ['string', 'integer', 'select', 'tags', 'remoteSelect', 'switch', 'date'] as const) {
      act(() => designer.send({ type: 'field.added', piece: one, at: 1 }));
      const { kind } = fields()[designer.getSnapshot().context.chosen ?? '']!;
      // Whoever adds it by keys or by a finger reads it beside the field, whoever points at it where it is taken from.
      expect([one, pane.textContent.includes(kindTip(kind)), unexplained(pane)]).toEqual([one, true, []]);
    }
    piece('键值对').focus();
    expect((await screen.findByRole('tooltip')).textContent).toBe(pieceTip('array'));
    await user.click(tab('数据表'));
    const table = await screen.findByRole('tabpanel');
    await within(table).findAllByText('索引', { exact: false });
    expect(unexplained(table)).toEqual([]);
  });

  it('says that a draft is kept where there is one', async () => {
    const { user } = await show('en', [], true);
    expect(draftState()).toBe('');
    piece('Whole number').focus();
    await user.keyboard('{Enter}');
    await waitForView(() => expect(draftState()).toBe('Draft saved'));
    await user.click(screen.getByLabelText('Undo'));
    await waitForView(() => expect(draftState()).toBe(''));
    cleanup();
    await show('en');
    expect(draftState()).toBe('Draft saved');
  });

  it('hears the keys of undo and redo after a field was removed, and after the last of them', async () => {
    const { fields, user } = await show('en');
    const before = Object.keys(fields());
    await user.click(screen.getAllByRole('button', { name: /^Remove ./u })[0]!);
    expect(Object.keys(fields())).toHaveLength(before.length - 1);
    await waitForView(() => expect(document.activeElement).not.toBe(document.body));
    await user.keyboard('{Control>}z{/Control}');
    expect(Object.keys(fields())).toEqual(before);
    await user.click(screen.getByLabelText('Redo'));
    await user.click(screen.getByLabelText('Undo'));
    // The button that has nothing more to undo keeps the keyboard.
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    expect(Object.keys(fields())).toHaveLength(before.length - 1);
  });

  it('adds behind the field that is chosen, says of it what is typed, and takes it back', async () => {
    const { fields, user } = await show('en');
    await user.click(row('name'));
    piece('Whole number').focus();
    await user.keyboard('{Enter}');
    expect(Object.keys(fields()).slice(0, 3)).toEqual(['id', 'name', 'integer']);
    const label = screen.getByLabelText('Label');
    await user.clear(label);
    await user.paste('Gears');
    await user.tab();
    // Its column is named by it while nobody has named it.
    expect(fields()['gears']?.label?.en).toBe('Gears');
    await user.click(screen.getByLabelText('Required'));
    expect(fields()['gears']?.required).toBe(true);
    await user.click(screen.getByLabelText('Undo'));
    expect(fields()['gears']?.required).toBeUndefined();
    await user.keyboard('{Control>}z{/Control}');
    expect(fields()['gears']).toBeUndefined();
    await user.click(screen.getByLabelText('Redo'));
    expect(fields()['gears']?.label?.en).toBe('Gears');
    // What the pane shows of a switch is what a new record has, and it can be put either way.
    await user.click(row('name'));
    piece('Switch').focus();
    await user.keyboard('{Enter}');
    const first = screen.getByRole<HTMLInputElement>('switch', { name: 'Initial value' });
    expect(first.checked).toBe(false);
    for (const isOn of [true, false]) {
      await user.click(first);
      expect([first.checked, fields()['switch']]).toMatchObject([isOn, { kind: 'switch', initial: isOn }]);
    }
  });

  it('takes amounts as they are typed, also over others', async () => {
    const { designer, fields, user } = await show('en');
    act(() => designer.send({ type: 'field.added', piece: 'money', at: 1 }));
    const type = (label: string, typed: string) => {
      const box = screen.getByLabelText<HTMLInputElement>(label);
      return user.type(box, typed, { initialSelectionStart: 0, initialSelectionEnd: box.value.length });
    };
    await type('Minimum', '1.5');
    await type('Maximum', '1000.50');
    await type('Initial value', '-0.05');
    expect(fields()['money']).toMatchObject({ min: 1_50, max: 1000_50, initial: -5 });
    await type('Minimum', '-2.05');
    await type('Initial value', '{Backspace}');
    await user.tab();
    expect(fields()['money']).toMatchObject({ min: -2_05, max: 1000_50 });
    expect(fields()['money']).not.toHaveProperty('initial');
    // What is less than it may be is not taken, nor does it stay in the box.
    await type('Column width', '80');
    await type('Column width', '0');
    expect(fields()['money']).toMatchObject({ widthPx: 80 });
  });

  it('draws the form and the list by what people will have, each field a way to its properties', async () => {
    const { designer, user } = await show('en');
    designer.send({ type: 'field.added', piece: 'money', at: 2, label: { en: 'Price' } });
    await user.click(tab('Form'));
    const price = await screen.findByLabelText('Set up Price');
    expect(price.parentElement?.querySelector('input')?.value).toBe('12.00');
    await user.click(price);
    expect([price.getAttribute('aria-pressed'), designer.getSnapshot().context.chosen]).toEqual(['true', 'money']);
    await user.click(tab('List'));
    const heads = await screen.findAllByRole('columnheader');
    expect(heads.map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(['Name', 'Price', 'Created']));
    // Five rows of examples.
    expect(screen.getByRole('table').querySelectorAll('tbody tr')).toHaveLength(5);
    await user.click(within(screen.getByRole('table')).getByRole('button', { name: 'Name' }));
    expect(designer.getSnapshot().context.chosen).toBe('name');
  });

  it('leads from what keeps it from being published to the place of it', async () => {
    const { designer, user } = await show('en', [
      { at: 'fields.name', message: 'Give it a label.' },
      { at: 'indexes.0', message: 'No such field.' },
    ]);
    designer.send({ type: 'field.added', piece: 'color', at: 2 });
    const todo = within(await screen.findByRole('alert'));
    await user.click(todo.getByRole('button', { name: 'Name' }));
    expect(designer.getSnapshot().context.chosen).toBe('name');
    expect(within(screen.getByRole('complementary', { name: 'Properties' })).getByRole('alert').textContent).toBe('Give it a label.');
    await user.click(todo.getByRole('button', { name: 'Table' }));
    expect([designer.getSnapshot().context.chosen, designer.getSnapshot().context.view]).toEqual([null, 'table']);
  });

  it('draws the life of its records by keys, explained throughout, with what is wrong beside it', { timeout: 90_000 }, async () => {
    const { designer, user } = await show('en');
    const life = () => selectDeclaration(designer.getSnapshot()).life!;
    await user.click(tab('Lifecycle'));
    await user.click(await screen.findByRole('button', { name: 'Create a lifecycle' }));
    const states = await screen.findByRole('list', { name: 'States and arrows' });
    const pane = screen.getByRole('complementary', { name: 'Properties' });
    // A new state, named by its words; nothing leads there, and it says so where it stands.
    await user.click(screen.getByRole('button', { name: 'Add a state' }));
    expect(within(states).getByText(/^Nothing leads to this state/u)).toBeDefined();
    expect(unexplained(pane)).toEqual([]);
    await user.type(within(pane).getByLabelText('Label'), 'Sold out');
    await user.tab();
    await user.tab();
    expect(Object.keys(life().chart.states)).toEqual(['draft', 'published', 'soldOut']);
    // An arrow from the second to the third, by the keyboard alone.
    const connect = within(states).getByRole('button', { name: 'Draw an arrow from Published' });
    connect.focus();
    await user.keyboard('{Enter}{ArrowUp}');
    expect(within(states).getByText(/Published → Sold out/u)).toBeDefined();
    await user.keyboard('{Enter}');
    expect(life().chart.states['published']?.on).toEqual({ withdraw: 'draft', event1: 'soldOut' });
    expect([within(pane).getByText('The step').tagName, unexplained(pane)]).toEqual(['H2', []]);
    await user.type(within(pane).getByLabelText('Label'), 'Sell out');
    await user.click(within(pane).getByLabelText('Another person approves'));
    expect(life().events).toMatchObject({ sellOut: { label: { en: 'Sell out' }, second: { days: 7 } } });
    // What cannot be done without stays, and stands in its box again.
    const days = within(pane).getByLabelText<HTMLInputElement>('Days to approve');
    await user.clear(days);
    expect(days.value).toBe('');
    await user.tab();
    expect([days.value, life().events['sellOut']?.second]).toEqual(['7', { days: 7 }]);
    await user.click(within(pane).getByRole('button', { name: 'Add a condition' }));
    expect([life().conditions, within(pane).getByText('Name is filled in').tagName]).toEqual([
      { when1: { field: 'name', is: 'filled' } },
      'SUMMARY',
    ]);
    expect(unexplained(pane)).toEqual([]);
    await user.click(within(pane).getByText('A timer'));
    expect(life().chart.states['published']?.after).toEqual({ time1: { target: 'soldOut', guard: 'when1' } });
    expect([within(pane).getByText('The timer').tagName, unexplained(pane)]).toEqual(['H2', []]);
    // Del takes the chosen part, and what was done is taken back like anything else.
    within(states).getByRole('button', { name: /1 d/u }).focus();
    await user.keyboard('{Delete}');
    expect(life().chart.states['published']).toEqual({ on: { withdraw: 'draft' } });
    await user.click(screen.getByLabelText('Undo'));
    expect(life().delays).toEqual({ time1: { seconds: 86_400 } });
  });

  it('leads an arrow on from the state that is chosen, by keys that are heard wherever the focus is', { timeout: 90_000 }, async () => {
    const { designer, user } = await show('en');
    const life = () => selectDeclaration(designer.getSnapshot()).life!;
    act(() => designer.send({ type: 'life.begun', field: null }));
    act(() => designer.send({ type: 'option.added', key: 'state', option: 'sold' }));
    await user.click(tab('Lifecycle'));
    const states = await screen.findByRole('list', { name: 'States and arrows' });
    stateButton(states, 'Published').focus();
    await user.keyboard('{Enter}e');
    expect(within(states).getByText(/Published → Draft/u)).toBeDefined();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(within(states).getByText(/Published → sold/u)).toBeDefined();
    await user.keyboard('{Enter}');
    expect(life().chart.states['published']?.on).toEqual({ withdraw: 'draft', event1: 'sold' });
    const drawn = life();
    stateButton(states, 'Draft').focus();
    await user.keyboard('{Enter}e{ArrowDown}{Escape}');
    expect(within(states).queryByText(/→/u)).toBeNull();
    expect(life()).toBe(drawn);
    await user.keyboard('n');
    expect(Object.keys(life().chart.states)).toHaveLength(4);
  });

  it('leaves the keys of what lies over it alone', { timeout: 90_000 }, async () => {
    const { designer, user } = await show('en', [], true, undefined, 'default');
    act(() => designer.send({ type: 'life.begun', field: null }));
    act(() => designer.send({ type: 'arrow.removed', arrow: { from: 'published', by: 'on', name: 'withdraw', index: 0 } }));
    act(() => designer.send({ type: 'state.changed', state: 'published', name: 'final', value: true }));
    await user.click(tab('Lifecycle'));
    const states = await screen.findByRole('list', { name: 'States and arrows' });
    await user.click(stateButton(states, 'Published'));
    await user.click(screen.getByRole('button', { name: 'Check the last 30 days' }));
    const close = await screen.findByRole('button', { name: 'Close' });
    const drawn = selectDeclaration(designer.getSnapshot());
    close.focus();
    await user.keyboard('n{Delete}{Control>}z{/Control}');
    expect(selectDeclaration(designer.getSnapshot())).toBe(drawn);
  });

  it('asks for conditions in groups, of other records and of whoever takes the step, each in its form', { timeout: 90_000 }, async () => {
    const { designer, user } = await show('en');
    const life = () => selectDeclaration(designer.getSnapshot()).life!;
    act(() => {
      designer.send({ type: 'field.added', piece: 'remoteSelect', at: 2 });
      const { chosen } = designer.getSnapshot().context;
      designer.send({ type: 'field.changed', key: chosen ?? '', name: 'of', value: 'ticket' });
      designer.send({ type: 'field.renamed', key: chosen ?? '', name: 'partOfId' });
      designer.send({ type: 'life.begun', field: null });
    });
    await user.click(tab('Lifecycle'));
    const states = await screen.findByRole('list', { name: 'States and arrows' });
    const pane = screen.getByRole('complementary', { name: 'Properties' });
    await user.click(within(states).getByRole('button', { name: /^Publish(?!ed)/u }));
    const choose = async (label: string, option: string) => {
      await user.click(within(pane).getByLabelText(label, { selector: 'input' }));
      await user.click(await screen.findByRole('option', { name: option }));
    };
    const opened = async (sentence: string) => {
      await user.click(within(pane).getByText(sentence, { selector: 'summary' }));
      expect(unexplained(pane)).toEqual([]);
    };
    const drop = () => user.click(within(pane).getAllByRole('button', { name: 'Remove' }).at(-1)!);
    // A group, turned round, with a second condition in it.
    await user.click(within(pane).getByRole('button', { name: 'Add a group' }));
    expect(life().conditions).toEqual({ when1: { any: [{ field: 'name', is: 'filled' }] } });
    await opened('At least one of them: Name is filled in');
    await user.click(within(pane).getAllByRole('button', { name: 'Add a condition' })[0]!);
    await choose('Of these conditions', 'None of them');
    expect(within(pane).getByText('None of them: Name is filled in; Name is filled in', { selector: 'summary' })).toBeDefined();
    await drop();
    expect([life().conditions, life().chart.states['draft']]).toEqual([{}, { on: { publish: 'published' } }]);
    // One condition, led through all that it can ask of.
    await user.click(within(pane).getByRole('button', { name: 'Add a condition' }));
    await opened('Name is filled in');
    const asked: unknown[] = [];
    for (const subject of ['A linked record', 'How many records link to it', 'Owner of the record', 'Another person', 'Time of day']) {
      await choose('Checks', subject);
      expect([subject, unexplained(pane)]).toEqual([subject, []]);
      asked.push(Object.values(life().conditions)[0]);
    }
    expect(within(pane).getByText('Between 9:00 and 18:00, on Monday to Friday', { selector: 'summary' })).toBeDefined();
    expect(asked).toEqual([
      { of: 'partOfId', its: 'name', is: 'filled' },
      { referring: 'ticket', by: 'partOfId', is: 'gt', value: 0 },
      { caller: 'owner' },
      { notWhoSent: 'publish' },
      { hours: [9, 18], weekdays: [1, 2, 3, 4, 5] },
    ]);
  });

  it(
    'offers the records that a step can lead on and the steps of their section, and says of others that they cannot',
    { timeout: 90_000 },
    async () => {
      const ticketId = { kind: 'remoteSelect', of: 'ticket', label: { en: 'Ticket' } } as const;
      setLiveResources([
        related('crate', 'Crates'),
        related('bill', 'Bills', { fields: { id: { kind: 'id' }, ticketId } }),
        // Nobody may lead on lids, and stamps have no life.
        related('lid', 'Lids', { fields: { id: { kind: 'id' }, ticketId } }),
        { ...related('stamp', 'Stamps', { fields: { id: { kind: 'id' }, ticketId } }), lifeField: undefined } as unknown as Resource,
      ]);
      const answers = [
        () => Promise.reject(rejection('refusals.forbidden')),
        () =>
          Promise.resolve([
            {
              name: 'crate',
              steps: [
                { name: 'boxIn', label: { en: 'Box is in' } },
                { name: 'boxOut', label: { en: 'Box is out' } },
              ],
            },
            { name: 'bill', steps: [{ name: 'settle', label: { en: 'Settle' } }] },
            { name: 'lid', steps: [] },
          ]),
      ];
      const { designer, user } = await show('en', [], false, () => answers.shift()!());
      const effects = () => Object.values(selectDeclaration(designer.getSnapshot()).life!.effects);
      act(() => {
        designer.send({ type: 'field.added', piece: 'remoteSelect', at: 2, label: { en: 'Crate' } });
        const { chosen } = designer.getSnapshot().context;
        designer.send({ type: 'field.changed', key: chosen ?? '', name: 'of', value: 'crate' });
        designer.send({ type: 'life.begun', field: null });
      });
      const crateId = Object.entries(selectDeclaration(designer.getSnapshot()).fields).find(([, field]) => 'of' in field)![0];
      await user.click(tab('Lifecycle'));
      const states = await screen.findByRole('list', { name: 'States and arrows' });
      const pane = screen.getByRole('complementary', { name: 'Properties' });
      const publish = () => within(states).getByRole('button', { name: /^Publish(?!ed)/u });
      await user.click(publish());
      // What could not be read is said, and asked for once more.
      expect((await within(pane).findByRole('alert')).textContent).toContain('The steps of other sections could not be loaded.');
      await user.click(within(pane).getByRole('button', { name: 'Try again' }));
      await waitForView(() => expect(within(pane).queryByRole('alert')).toBeNull());
      await user.click(within(pane).getByRole('button', { name: 'Add an action' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Move other records on' }));
      expect(effects()).toEqual([{ send: 'boxIn', to: { of: crateId } }]);
      await user.click(within(pane).getByText('Sends “Box is in” to the record that Crate links to', { selector: 'summary' }));
      expect(unexplained(pane)).toEqual([]);
      // By keys alone: which step, then which records.
      const choices = async (label: string) => {
        within(pane).getByLabelText(label, { selector: 'input' }).focus();
        await user.keyboard('{ArrowDown}');
        const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
        return options;
      };
      expect(await choices('Step of those records')).toEqual(['Box is in', 'Box is out']);
      await user.keyboard('{ArrowDown}{Enter}');
      expect(effects()).toEqual([{ send: 'boxOut', to: { of: crateId } }]);
      expect(await choices('Which records')).toEqual(['The record that Crate links to', 'Records in Bills that link to it as Ticket']);
      await user.keyboard('{ArrowDown}{Enter}');
      expect(effects()).toEqual([{ send: 'settle', to: { referring: 'bill', by: 'ticketId' } }]);
      expect(within(pane).getByText('Sends “Settle” to records in Bills', { selector: 'summary' })).toBeDefined();
      // What is stored and is none of them stays to be seen, with what is wrong at its place and at the arrow.
      const arrow = { from: 'draft', by: 'on', name: 'publish', index: 0 } as const;
      act(() => designer.send({ type: 'arrow.changed', arrow, name: 'effects', value: [{ send: 'burn', to: { of: crateId } }] }));
      const step = within(pane).getByLabelText<HTMLInputElement>('Step of those records', { selector: 'input' });
      expect([step.value, step.getAttribute('aria-invalid')]).toEqual(['burn', 'true']);
      expect(within(pane).getAllByText(/Those records have no step burn/u)).toHaveLength(2);
      expect(within(states).getByText(/Those records have no step burn/u)).toBeDefined();
      expect(await choices('Step of those records')).toEqual(['burn', 'Box is in', 'Box is out']);
      setLiveResources([]);
    },
  );
});
