import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { createActor, fromPromise, type AnyMachineSnapshot } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { ICON_LIBRARIES, iconText, type IconEntry, type IconLibrary } from '#domain/base/icon';
import { iconPickerMachine, type IconPickerSnapshot } from '#machines/fields/icon-picker.machine';
import { done, failed } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { FIELD_INPUTS } from '#ui/kit/fields/registry.ts';
import { IconPickerView } from '#ui/kit/fields/icon/IconSelectDialog.tsx';
import { MenuIcon } from '#ui/kit/menu/MenuIcon.tsx';
import { lazyNow } from '#actors/base/lazy-code';
import { inApp, renderInApp, startKitMessages, testBundles } from '../support.tsx';

await startKitMessages('en');
await loadMessages(['icons']);

const icon = (shape: string): IconEntry => ({ name: `el-icon-${shape}`, words: [shape.toLowerCase()] });
const ICONS = ['Bell', 'Cup', 'Camera'].map(icon);
const EMPTY_TEXTS: Readonly<Record<IconLibrary, string>> = {
  local: 'No Local Icons',
  awesome: 'No AwesomeIcon style sheet',
  iconfont: 'No Iconfont style sheet',
  elementPlus: 'No ElementPlus Icons',
};

// jsdom lays nothing out: the grid is as tall as six rows, and as wide as it is before anything is measured.
beforeAll(() => {
  Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, get: () => 336 });
});

const grid = () => screen.getByRole('listbox');
const option = (name: string) => screen.getByRole('option', { name });

describeView(
  {
    machine: iconPickerMachine,
    inputs: [{ chosen: 'el-icon-Cup' }],
    events: [
      { type: 'icons.libraryChosen', library: 'iconfont' },
      { type: 'icons.searched', text: 'b' },
      { type: 'icons.cursorMoved', to: 2 },
      { type: 'icons.retried' },
      { type: 'icons.picked', name: 'el-icon-Camera' },
      done('listIcons', ICONS),
      done('listIcons', []),
      failed('listIcons', new FailureError({ kind: 'unreachable', online: false })),
    ],
    view: ({ context }) => ({ library: context.library, cursor: context.cursor, text: context.text, icons: context.icons.length }),
    // One cannot choose the library that is chosen, search for the same again, step beyond the end, or pick what is not there.
    only: ({ context: { library, text, cursor } }, event) =>
      event.type === 'icons.libraryChosen'
        ? library !== 'iconfont' && text === ''
        : event.type === 'icons.cursorMoved'
          ? cursor === 1
          : text === '' || event.type.startsWith('xstate.'),
  },
  (picker) => inApp(<IconPickerView picker={picker} onPicked={() => {}} />),
  {
    'icons.libraryChosen': (user) => user.click(screen.getByRole('tab', { name: 'Iconfont' })),
    'icons.searched': (user) => user.type(screen.getByRole('searchbox'), 'b'),
    'icons.cursorMoved': async (user) => {
      grid().focus();
      await user.keyboard('{ArrowRight}');
    },
    'icons.retried': (user) => user.click(screen.getByRole('button', { name: 'Try again' })),
    'icons.picked': (user) => user.click(option('camera')),
  },
  {
    seen: (snapshot: AnyMachineSnapshot) => {
      const { context, value } = snapshot as IconPickerSnapshot;
      const isEmpty = screen.queryByText(EMPTY_TEXTS[context.library]) !== null;
      const hasFailed = screen.queryByRole('alert') !== null;
      const options = screen.queryAllByRole('option').map((option) => option.textContent + option.getAttribute('aria-label'));
      const wanted = value === 'ready' || value === 'chosen' ? (context.text === 'b' ? ['bell'] : ['bell', 'cup', 'camera']) : [];
      return isEmpty === (value === 'empty') && hasFailed === (value === 'failed') && options.join() === wanted.join();
    },
  },
);

/** The field of a menu rule, with the picker's window opened from it. */
async function openPicker(value: string) {
  testBundles.iconPicker = lazyNow(
    iconPickerMachine.provide({
      actors: { listIcons: fromPromise<readonly IconEntry[], { library: IconLibrary }>(async () => ICONS) },
    }),
  );
  const said: unknown[] = [];
  const Input = FIELD_INPUTS.iconSelect;
  const field = { kind: 'iconSelect', label: { en: 'Icon' } } as const;
  const resource = {
    name: 'sample',
    controller: 'a.B',
    table: 'b',
    titleField: 'id',
    rowActions: [],
    defaultOrder: { field: 'id', direction: 'asc' },
    fields: { id: { kind: 'id' }, icon: field },
  } as const;
  const page = renderInApp(
    <Input
      of={{ resource, key: 'icon', field }}
      value={value}
      record={{}}
      error={undefined}
      readOnly={false}
      onChange={(name) => said.push(name)}
      onLeave={() => {}}
    />,
  );
  const user = userEvent.setup({ delay: null });
  const button = screen.getByRole('button', { name: 'Choose an icon' });
  // What waits for its code inside is React's business while it acts.
  button.focus();
  await act(async () => fireEvent.click(button));
  const dialog = await screen.findByRole('dialog', {}, { timeout: 20_000 });
  await within(dialog).findByRole('listbox');
  return { user, said, button, page, dialog };
}

describe('a library without icons', () => {
  it.each(ICON_LIBRARIES)('%s says so in words of its own', async (library) => {
    const listed = iconPickerMachine.provide({
      actors: { listIcons: fromPromise<readonly IconEntry[], { library: IconLibrary }>(async () => []) },
    });
    const picker = createActor(listed, { input: { chosen: iconText({ library, shape: 'x' }) } }).start();
    renderInApp(<IconPickerView picker={picker} onPicked={() => {}} />);
    expect(await screen.findByText(EMPTY_TEXTS[library])).toBeTruthy();
  });
});

describe('the field of an icon', () => {
  it('is chosen by keyboard alone, from where the chosen one stands, and gets the focus back', async () => {
    const { user, said, button } = await openPicker('el-icon-Cup');
    expect(option('cup').getAttribute('aria-selected')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')));
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(grid());
    expect(grid().getAttribute('aria-activedescendant')).toBe(option('cup').id);
    await user.keyboard('{End}{Home}{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(grid().getAttribute('aria-activedescendant')).toBe(option('camera').id);
    await user.keyboard('{Enter}');
    expect(said).toEqual(['el-icon-Camera']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('keeps what it has when the window is closed by Escape', async () => {
    const { user, said, button } = await openPicker('');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(said).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(button));
  });
});

const show = (view: ReactElement) => act(async () => renderInApp(view));
const shapesIn = (page: ReturnType<typeof renderInApp>) =>
  [...page.container.querySelectorAll('path')].map((path) => path.getAttribute('d'));
const boxOf = (page: ReturnType<typeof renderInApp>) => page.container.querySelector('svg')?.getAttribute('viewBox');

describe('MenuIcon', () => {
  it('draws what the shell does not have from its library, and the fallback where there is none', async () => {
    const known = await show(<MenuIcon name="fa fa-cogs" />);
    expect(boxOf(known)).toBe('0 0 24 24');
    const late = await show(<MenuIcon name="fa fa-rocket" />);
    await waitFor(() => expect(boxOf(late)).toBe('0 0 640 640'), { timeout: 20_000 });
    const unknown = await show(<MenuIcon name="fa fa-nothing-like-it" fallback="cogs" />);
    await waitFor(() => expect(shapesIn(unknown)).toEqual(shapesIn(known)));
  });
});
