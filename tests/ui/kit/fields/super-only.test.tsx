import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { optionTreeMachine, type OptionTreeInput, type TreeOptions } from '#machines/fields/option-tree.machine';
import { adminGroup } from '#sections/admin-group/admin-group.resource.ts';
import { FIELD_INPUTS } from '#ui/kit/fields/registry.ts';
import { renderInApp, startKitMessages, testBundles } from '../support.tsx';

beforeAll(() => startKitMessages('en'));

const OPTIONS = [
  { id: 7, parentId: null, title: 'Module store', name: 'modulestore/moduleStore' },
  { id: 8, parentId: null, title: 'Designer', name: 'crud/crud' },
  { id: 9, parentId: null, title: 'A page without a name' },
];

it('the rights of a group say of a page that opens to super administrators alone that it does', async () => {
  const optionTree = optionTreeMachine.provide({
    actors: { loadOptions: fromPromise<TreeOptions, OptionTreeInput>(() => Promise.resolve({ options: OPTIONS, untold: 0 })) },
  });
  const before = testBundles.choice;
  testBundles.choice = lazyNow({ ...testBundles.choice, optionTree } as never);
  const Input = FIELD_INPUTS.ruleTree;
  const box = { resource: adminGroup, key: 'rules', field: adminGroup.fields.rules };
  renderInApp(<Input of={box} value={[]} record={{}} error={undefined} readOnly={false} onChange={() => {}} onLeave={() => {}} />);
  await screen.findByText('Opens only for super administrators, even if ticked');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Module storeOpens only for super administrators, even if ticked',
    'Designer',
    'A page without a name',
  ]);
  testBundles.choice = before;
});
