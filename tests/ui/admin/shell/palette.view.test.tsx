import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { AnyMachineSnapshot } from 'xstate';
import type { PaletteEntry, PaletteFinds } from '#domain/shell/palette';
import { commandPaletteMachine, selectPaletteGroups, type CommandPaletteSnapshot } from '#machines/shell/command-palette.machine';
import { after } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { PaletteView } from '#ui/admin/shell/palette/PaletteView.tsx';
import { inApp } from '../../kit/support.tsx';

await startMessages('en');
await loadMessages(['palette']);

const entries: readonly PaletteEntry[] = [
  { id: 'page:/admin/goods/goods', kind: 'page', title: 'Goods', trail: 'Shop', icon: 'box', words: ['tea'] },
  { id: 'page:/admin/auth/admin', kind: 'page', title: 'Staff', trail: 'Rights', icon: 'user', words: [] },
  { id: 'action:signOut', kind: 'action', title: 'Sign out', trail: '', icon: '', words: [] },
];
const sections = [{ resource: 'goods', path: '/admin/goods/goods', title: 'Goods', icon: 'box' }];
const finds: PaletteFinds = { resource: 'goods', records: [{ id: 7, title: 'Green tea', href: '/admin/goods/goods?id=7' }] };
const goods = { id: 'page:/admin/goods/goods', title: 'Goods', trail: 'Shop', icon: 'box', href: null };

const box = () => screen.getByRole<HTMLInputElement>('combobox');
const write = async (user: UserEvent, text: string) => {
  await user.clear(box());
  await user.paste(text);
};

describeView(
  {
    machine: commandPaletteMachine,
    inputs: [{ person: 1, entries, sections, recent: [] }],
    events: [
      { type: 'palette.typed', text: 'tea' },
      { type: 'palette.cursorMoved', to: 1 },
      { type: 'palette.picked', choice: goods },
      { type: 'palette.retried' },
      { type: 'records.found', finds },
      { type: 'records.ended', lostCount: 0 },
      { type: 'records.ended', lostCount: 1 },
      after('typingPause', 'commandPalette.pausing'),
    ],
    view: ({ context }) => ({ text: context.text, cursor: context.cursor, finds: context.finds.length, lost: context.lostCount }),
    // The same is not typed twice, and one steps down from the first of several lines.
    only: ({ context }, event) =>
      event.type === 'palette.typed'
        ? context.text === ''
        : event.type === 'records.found'
          ? context.finds.length === 0
          : event.type === 'palette.cursorMoved'
            ? context.cursor === 0 && (context.text === '' || context.finds.length === 1)
            : true,
  },
  (palette) => inApp(<PaletteView palette={palette} actions={[]} onPicked={() => {}} />),
  {
    'palette.typed': (user) => write(user, 'tea'),
    'palette.cursorMoved': (user) => user.type(box(), '{ArrowDown}'),
    'palette.picked': (user) => user.click(screen.getByRole('option', { name: /^Goods/u })),
    'palette.retried': (user) => user.click(screen.getByRole('button', { name: 'Try again' })),
  },
  {
    seen: (snapshot: AnyMachineSnapshot) => {
      const groups = selectPaletteGroups(snapshot as CommandPaletteSnapshot);
      const titles = groups.flatMap(({ choices }) => choices.map(({ title }) => title));
      const options = screen.queryAllByRole('option');
      const shown = options.map((option) => option.querySelector('span:nth-child(2)')?.textContent);
      const current = options.filter((option) => option.getAttribute('aria-selected') === 'true');
      const { cursor } = (snapshot as CommandPaletteSnapshot).context;
      return (
        shown.join() === titles.join() &&
        current.length === (titles.length > 0 ? 1 : 0) &&
        box().getAttribute('aria-activedescendant') === (options[cursor]?.id ?? null) &&
        (screen.queryByRole('alert') !== null) === snapshot.hasTag('incomplete')
      );
    },
  },
);
