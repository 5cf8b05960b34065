import type { PaletteChoice, PaletteEntry, PaletteFinds } from '#domain/shell/palette';
import { commandPaletteMachine, selectPaletteGroups } from '#machines/shell/command-palette.machine';
import { after, describeModel, failed } from '#tests/machines/support/model.ts';

const entries: readonly PaletteEntry[] = [
  { id: 'page:/admin/goods/goods', kind: 'page', title: 'Goods', trail: 'Shop', icon: '', words: ['goods/goods'] },
  { id: 'action:signOut', kind: 'action', title: 'Sign out', trail: '', icon: '', words: [] },
];
const sections = [{ resource: 'goods', path: '/admin/goods/goods', title: 'Goods', icon: '' }];
const finds: PaletteFinds = { resource: 'goods', records: [{ id: 7, title: 'Green tea', href: '/admin/goods/goods?id=7' }] };
const page: PaletteChoice = { id: 'page:/admin/goods/goods', title: 'Goods', trail: 'Shop', icon: '', href: null };
const record: PaletteChoice = { id: 'record:goods:7', title: 'Green tea', trail: '#7', icon: '', href: '/admin/goods/goods?id=7' };

describeModel({
  machine: commandPaletteMachine,
  inputs: [
    { person: 1, entries, sections, recent: ['action:signOut'] },
    { person: 1, entries, sections: [], recent: [] },
  ],
  events: [
    { type: 'palette.typed', text: 'tea' },
    { type: 'palette.typed', text: 't' },
    { type: 'palette.cursorMoved', to: 1 },
    { type: 'palette.picked', choice: page },
    { type: 'palette.picked', choice: record },
    { type: 'palette.retried' },
    { type: 'records.found', finds },
    { type: 'records.found', finds: { resource: 'goods', records: [] } },
    { type: 'records.ended', lostCount: 0 },
    { type: 'records.ended', lostCount: 1 },
    after('typingPause', 'commandPalette.pausing'),
    failed('searchRecords', new Error('no line')),
  ],
  view: ({ context }) => ({ text: context.text, cursor: context.cursor, finds: context.finds.length, lost: context.lostCount }),
  only: ({ context }, event) => event.type !== 'records.found' || context.finds.length === 0,
  always: (snapshot) => {
    const { context } = snapshot;
    const isSearched = ['searching', 'settled', 'incomplete', 'done'].some((state) => snapshot.matches(state as 'settled'));
    const ids = selectPaletteGroups(snapshot).flatMap(({ choices }) => choices.map(({ id }) => id));
    return (context.finds.length === 0 || isSearched) && new Set(ids).size === ids.length && (context.lostCount === 0 || isSearched);
  },
});
