import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor, createEmptyActor } from 'xstate';
import { besideOf } from '#actors/base/unsaved-beside';
import { EMPTY_QUERY } from '#domain/table/resource-query';
import { matchingRunMachine } from '#machines/table/matching-run.machine';
import { collectionMachine } from '#machines/table/collection.machine';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { dataRecycleLog } from '#sections/data-recycle-log/data-recycle-log.resource.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import { problemReport } from '#sections/problem-report/problem-report.resource.ts';
import { inertOf } from '#tests/machines/support/model.ts';
import { MatchingAsk } from '#ui/kit/table/matching/MatchingAsk.tsx';
import { goodsInput, renderInApp, startKitMessages } from '../support.tsx';

const buttons = () => screen.getAllByRole('button').map((one) => one.textContent);
const stock = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Stock' });

it('what was typed for all that match stays while another page is looked at, counts as unsaved, and goes where somebody leads it back', async () => {
  await startKitMessages('en');
  const collection = createActor(inertOf(collectionMachine), { input: goodsInput() }).start() as CollectionRef;
  const input = { resource: 'goods', query: EMPTY_QUERY, total: 2, list: collection, dialog: createEmptyActor() };
  const run = createActor(inertOf(matchingRunMachine), { input }).start();
  run.send({ type: 'matching.actChosen', kind: 'edit' });
  const show = () => renderInApp(<MatchingAsk run={run} resource={goods} collection={collection} />);
  const user = userEvent.setup({ delay: null });

  const before = show();
  expect(besideOf(collection).count).toBe(0);
  await user.click(screen.getByRole('checkbox', { name: 'Stock' }));
  await user.clear(stock());
  await user.paste('7');
  expect(besideOf(collection).count).toBe(1);
  before.unmount();

  const after = show();
  expect([stock().value, besideOf(collection).count]).toEqual(['7', 1]);
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect([run.getSnapshot().value, besideOf(collection).count]).toEqual(['choosing', 0]);
  after.unmount();
  run.send({ type: 'matching.actChosen', kind: 'edit' });
  const anew = show();
  expect(screen.queryByRole('textbox', { name: 'Stock' })).toBeNull();

  // What is on its way is no form any more; called back, it is there as it was.
  await user.click(screen.getByRole('checkbox', { name: 'Stock' }));
  await user.clear(stock());
  await user.paste('9');
  await user.click(screen.getByRole('button', { name: 'Change 2 records' }));
  await expect.poll(() => run.getSnapshot().value).toBe('reading');
  expect(besideOf(collection).count).toBe(0);
  anew.unmount();
  run.send({ type: 'matching.stopRequested' });
  show();
  expect([stock().value, besideOf(collection).count]).toEqual(['9', 1]);
  run.send({ type: 'matching.left' });
  expect(besideOf(collection).count).toBe(0);
});

it('a change of all that match says of how many records it writes, and one by percent that it is looked at first', async () => {
  await startKitMessages('en');
  const collection = createActor(inertOf(collectionMachine), { input: goodsInput() }).start() as CollectionRef;
  const input = { resource: 'goods', query: EMPTY_QUERY, total: 1000, list: collection, dialog: createEmptyActor() };
  const run = createActor(inertOf(matchingRunMachine), { input }).start();
  run.send({ type: 'matching.actChosen', kind: 'edit' });
  renderInApp(<MatchingAsk run={run} resource={goods} collection={collection} />);
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('checkbox', { name: 'Price' }));
  expect(buttons()).toEqual(['Back', 'Change 1,000 records']);
  await user.click(screen.getByRole('radio', { name: 'Change by percent' }));
  expect(buttons()).toEqual(['Back', 'Continue']);
});

const BIN = { purgeSelected: 'Purge (200)', purgeTitle: 'Purge the selected records?' };

it.each([
  { section: goods, words: undefined, says: ['Delete 200 records? They can be undone together.'], button: 'Delete 200 records' },
  { section: problemReport, words: undefined, says: ['200 records are deleted. This cannot be undone.'], button: 'Delete 200 records' },
  {
    section: dataRecycleLog,
    words: () => ({ button: BIN.purgeSelected, title: BIN.purgeTitle, accept: 'Purge' }),
    says: [BIN.purgeTitle, '200 records are deleted. This cannot be undone.'],
    button: BIN.purgeSelected,
  },
])('a deletion of all that match says of $section.name whether it can be undone', async ({ section, words, says, button }) => {
  await startKitMessages('en');
  const collection = createActor(inertOf(collectionMachine), { input: goodsInput() }).start() as CollectionRef;
  const input = { resource: section.name, query: EMPTY_QUERY, total: 200, list: collection, dialog: createEmptyActor() };
  const run = createActor(inertOf(matchingRunMachine), { input }).start();
  run.send({ type: 'matching.actChosen', kind: 'delete' });
  renderInApp(<MatchingAsk run={run} resource={section} collection={collection} deleteWords={words} />);
  expect([...document.querySelectorAll('p')].map((line) => line.textContent)).toEqual(says);
  expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['Back', button]);
});
