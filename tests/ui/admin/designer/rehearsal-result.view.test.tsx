import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Life } from '#domain/life/life';
import type { Rehearsal } from '#machines/designer/life-rehearsal.machine';
import { LifeDrawingContext, type LifeDrawing } from '#ui/admin/designer/life/base/life-context.ts';
import { RehearsalResult } from '#ui/admin/designer/life/RehearsalResult.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { renderInApp, startKitMessages } from '../../kit/support.tsx';

const life: Life = {
  field: 'status',
  chart: { id: 'cups', initial: 'draft', states: { draft: { on: { publish: 'on' } }, on: { type: 'final' } } },
  events: { publish: { right: 'edit' } },
  conditions: {},
  delays: {},
  effects: {},
};
const fields = { status: { kind: 'radio', options: ['draft', 'on'], optionLabels: { draft: { en: 'Draft' }, on: { en: 'On sale' } } } };
const drawing = { life, fields } as unknown as LifeDrawing;

const rehearsal: Rehearsal = {
  from: 0,
  until: 2_592_000,
  isCut: true,
  total: { acts: 9, refused: 2, elsewhere: 1, undecidable: 3 },
  events: [{ event: 'publish', label: 'Publish', acts: 9, refused: 2, elsewhere: 1, undecidable: 3 }],
  people: [{ id: 0, name: '', acts: 9, refused: 2, elsewhere: 1, undecidable: 3 }],
  reasons: [{ verdict: 'refused', message: 'Price is empty', count: 2 }],
  byToday: 4,
  examples: [
    {
      recordId: 7,
      title: 'Blue cup',
      at: 86_400,
      by: 'Li',
      label: 'Publish',
      from: 'draft',
      to: 'on',
      verdict: 'elsewhere',
      leads: 'In review',
      reasons: [],
    },
  ],
};

const show = async (told: Rehearsal) => {
  await startKitMessages('en');
  await loadMessages(['designer']);
  renderInApp(
    <LifeDrawingContext value={drawing}>
      <RehearsalResult rehearsal={told} />
    </LifeDrawingContext>,
  );
};

it('a rehearsal says how many steps would have gone otherwise, by step and person, why, and which', async () => {
  await show(rehearsal);
  expect(screen.getByText('Of 9 steps, 6 would have had a different result.')).toBeTruthy();
  expect(screen.getByText('Only the newest 9 steps were checked.')).toBeTruthy();
  expect(screen.getByText('4 were checked against other records as they are today.')).toBeTruthy();
  expect(screen.getAllByRole('row').map((row) => Array.from(row.children, (cell) => cell.textContent))).toEqual([
    ['By step', 'Steps', 'Refused', 'Leads elsewhere', 'Cannot be checked'],
    ['Publish', '9', '2', '1', '3'],
    ['By person', 'Steps', 'Refused', 'Leads elsewhere', 'Cannot be checked'],
    ['Automatically', '9', '2', '1', '3'],
  ]);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Price is emptyRefused · 2',
    expect.stringMatching(/^Blue cup \(7\)Publish: Draft → On saleWould lead to In reviewLi · 1970-01-0\d \d\d:00:00$/u),
  ]);
});

it('a rehearsal says that all would have gone as they did, or that there were none', async () => {
  const none = { acts: 0, refused: 0, elsewhere: 0, undecidable: 0 };
  const plain = { ...rehearsal, isCut: false, byToday: 0, events: [], people: [], reasons: [], examples: [] };
  await show({ ...plain, total: { ...none, acts: 5 } });
  expect(screen.getByText('All 5 steps would have had the same result.')).toBeTruthy();
  await show({ ...plain, total: none });
  expect(screen.getByText('Nothing was done with these records in the last 30 days.')).toBeTruthy();
});
