import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { userEvent } from '@testing-library/user-event';
import { fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import {
  cascadePickerMachine,
  type CascadeChoice,
  type CascadeOption,
  type CascadePickerRef,
  type CascadePickerSnapshot,
  type ChoiceRequest,
  type SearchRequest,
  type LevelRequest,
} from '#machines/fields/cascade-picker.machine';
import { done, failed } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { CascadePicker } from '#ui/kit/pickers/CascadePicker.tsx';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import { inApp, renderInApp, startKitMessages } from '../support.tsx';

const LONG = 'A name so long that three hundred pixels will never hold it, whatever the language';
const option = (value: number, label = `Project ${value}`, isDisabled = false): CascadeOption => ({ value, label, isDisabled });
const offline = new FailureError({ kind: 'unreachable', online: false });
const source = { kind: 'project', type: 1 } as const;

beforeAll(async () => {
  Element.prototype.scrollIntoView = () => {};
  await startKitMessages('en');
  await loadMessages(['cascade']);
});

const picker = (actor: CascadePickerRef) =>
  inApp(<CascadePicker actor={actor} id="project-1" placeholder="Project/product" shape="named" isClearable />);
const box = () => screen.getByRole('combobox', { name: /Project\/product/u });

describeView(
  {
    machine: cascadePickerMachine,
    inputs: [{ source, lv: 2, value: [2], labels: [LONG] }],
    events: [
      { type: 'picker.opened' },
      { type: 'picker.closed' },
      { type: 'picker.moved', to: 'next' },
      { type: 'picker.pressed', level: 0, value: 1 },
      { type: 'picker.pressed', level: 1, value: 11 },
      { type: 'picker.retried' },
      { type: 'picker.cleared' },
      done('loadLevel', [option(1), option(2, LONG)]),
      done('loadLevel', [option(11)]),
      failed('loadLevel', offline),
      done('remember', undefined),
    ],
    view: ({ context: { value, levels, path, cursor } }) => ({ value, path, cursor, levels: levels.map((options) => options.length) }),
    // Each level has options of its own.
    only: ({ context: { levels } }, event) =>
      event.type !== 'xstate.done.actor.loadLevel' ||
      ('output' in event && (event.output as readonly unknown[]).length === 2 - levels.length),
  },
  picker,
  {
    'picker.opened': (user) => user.click(box()),
    'picker.closed': async (user) => {
      box().focus();
      await user.keyboard('{Escape}');
    },
    'picker.moved': async (user, event) => {
      box().focus();
      await user.keyboard('to' in event && event.to === 'next' ? '{ArrowDown}' : '{ArrowLeft}');
    },
    'picker.pressed': (user, event) =>
      user.click(screen.getByRole('treeitem', { name: 'value' in event ? `Project ${String(event.value)}` : '' })),
    'picker.retried': (user) => user.click(screen.getByText('Try again')),
    'picker.cleared': (user) => user.click(screen.getByRole('button', { name: 'Clear the choice' })),
  },
  {
    // The shortest ways show every kind of step; longer ones repeat them.
    only: ({ steps }) => steps.length <= 5,
    seen: (snapshot) => {
      const { value, cursor } = snapshot.context as CascadePickerSnapshot['context'];
      const text = value.length === 0 ? 'Project/product' : value[0] === 2 ? LONG : 'Project 1 / Project 11';
      const active = box().getAttribute('aria-activedescendant');
      // What the box names as active is there to be read.
      const isActiveThere = active === null || document.getElementById(active)?.getAttribute('aria-level') === String(cursor.level + 1);
      return box().textContent === text && box().getAttribute('aria-expanded') === String(snapshot.hasTag('open')) && isActiveThere;
    },
  },
);

const TREE: Readonly<Record<number, readonly CascadeOption[]>> = {
  0: [option(1, 'Shops'), option(2, 'Closed', true)],
  1: [option(11, 'West Lake'), option(12, LONG)],
};
const answering = cascadePickerMachine.provide({
  actors: {
    readChoice: fromPromise<CascadeChoice, ChoiceRequest>(() => Promise.resolve({ value: [], labels: [] })),
    loadLevel: fromPromise<readonly CascadeOption[], LevelRequest>(({ input }) => Promise.resolve(TREE[input.parents.at(-1) ?? 0] ?? [])),
    remember: fromPromise<void, ChoiceRequest>(() => Promise.resolve()),
  },
});

function Whole() {
  const actor = useLeafActor(answering, { id: 'projectPicker:1', input: { source, lv: 2, value: null, labels: null } });
  return picker(actor);
}

describe('the picker by keyboard', () => {
  it('is opened, walked through and chosen from without leaving the box', async () => {
    const user = userEvent.setup({ delay: null });
    renderInApp(<Whole />);
    await waitFor(() => expect(box().getAttribute('aria-busy')).toBe('false'));
    await user.tab();
    expect(document.activeElement).toBe(box());
    await user.keyboard('{ArrowDown}');
    await screen.findByRole('treeitem', { name: 'Shops' });
    // What is switched off can be read and not chosen.
    await user.keyboard('{ArrowDown}{Enter}');
    const closed = screen.getByRole('treeitem', { name: 'Closed' });
    expect([closed.id, closed.getAttribute('aria-disabled')]).toEqual([box().getAttribute('aria-activedescendant'), 'true']);
    await user.click(closed);
    expect(screen.getAllByRole('group')).toHaveLength(1);
    await user.keyboard('{Home}{ArrowRight}');
    await screen.findByRole('treeitem', { name: 'West Lake' });
    // The last level has nothing to unfold.
    expect(screen.getByRole('treeitem', { name: 'Shops' }).getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('treeitem', { name: 'West Lake' }).hasAttribute('aria-expanded')).toBe(false);
    await user.keyboard('{End}{ArrowRight}');
    expect(box().getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(box());
    expect(box().getAttribute('aria-label')).toBe(`Project/product: Shops / ${LONG}`);
    expect(screen.queryByRole('tree')).toBeNull();
  });

  it('takes by Enter what is typed by then, and nothing of what was looked for before', async () => {
    const user = userEvent.setup({ delay: null });
    const answers: ((found: readonly CascadeChoice[]) => void)[] = [];
    const chosen: unknown[] = [];
    const searching = answering.provide({
      actors: {
        findPaths: fromPromise<readonly CascadeChoice[], SearchRequest>(() => new Promise((resolve) => answers.push(resolve))),
        remember: fromPromise<void, ChoiceRequest>(async ({ input: { value } }) => void chosen.push(value)),
      },
      delays: { typingPause: 0 },
    });
    function Searched() {
      return picker(useLeafActor(searching, { id: 'projectPicker:2', input: { source, lv: 2, value: null, labels: null } }));
    }
    renderInApp(<Searched />);
    await waitFor(() => expect(box().getAttribute('aria-busy')).toBe('false'));
    await user.click(box());
    await screen.findByRole('treeitem', { name: 'Shops' });
    const answer = async (found: readonly CascadeChoice[]) => {
      await waitFor(() => expect(answers).toHaveLength(1));
      return act(async () => answers.shift()?.(found));
    };
    await user.keyboard('W');
    await answer([{ value: [1, 11], labels: ['Shops', 'West Lake'] }]);
    await screen.findByText(/West Lake/u);
    await user.keyboard('x{Enter}');
    expect([chosen, box().getAttribute('aria-expanded')]).toEqual([[], 'true']);
    await answer([{ value: [1, 12], labels: ['Shops', LONG] }]);
    await screen.findByText(new RegExp(LONG, 'u'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(chosen).toEqual([[1, 12]]));
    expect(document.activeElement).toBe(box());
  });
});
