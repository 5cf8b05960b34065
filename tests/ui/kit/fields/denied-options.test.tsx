import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { FailureError, type Failure } from '#domain/base/failure';
import { remoteSelectMachine, type OptionsPage, type OptionsRequest } from '#machines/fields/remote-select.machine';
import { optionTreeMachine, type OptionTreeInput, type TreeOptions } from '#machines/fields/option-tree.machine';
import { goods } from '#sections/goods/goods.resource.ts';
import { FIELD_INPUTS } from '#ui/kit/fields/registry.ts';
import { loadMessages } from '#ui/base/i18n.ts';
import { renderInApp, startKitMessages, testBundles } from '../support.tsx';

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['menu']);
});

const NAMED = 'To choose here, your group needs the right “Categories → View”. Contact the site administrator.';
const FORBIDDEN: Failure = { kind: 'rejected', code: 401, message: 'You do not have permission to do this.' };

/** A box that chooses from goods' categories, of which the server tells nothing. */
async function opened(failure: Failure, kind: 'remoteSelect' | 'remoteSelects' = 'remoteSelect', of = 'goodsCategory') {
  const fails = async (): Promise<never> => {
    throw new FailureError(failure);
  };
  const choice = {
    remoteSelect: remoteSelectMachine.provide({ actors: { loadOptions: fromPromise<OptionsPage, OptionsRequest>(fails) } }),
    optionTree: optionTreeMachine.provide({ actors: { loadOptions: fromPromise<TreeOptions, OptionTreeInput>(fails) } }),
  };
  const before = testBundles.choice;
  testBundles.choice = lazyNow({ ...before, ...choice } as never);
  const Input = FIELD_INPUTS[kind];
  const field = { kind, of, label: { en: 'Category' } } as never;
  const box = { resource: { ...goods, fields: { thing: field } }, key: 'thing', field };
  renderInApp(<Input of={box} value={null} record={{}} error={undefined} readOnly={false} onChange={() => {}} onLeave={() => {}} />);
  await userEvent.click(await screen.findByLabelText('Category', { selector: 'input' }));
  testBundles.choice = before;
}

it('a box whose records somebody may not see names the right in the place of another try', async () => {
  await opened(FORBIDDEN);
  await screen.findByText(NAMED);
  expect(screen.queryByText(/Try again/u)).toBeNull();
});

it('so does one that chooses several', async () => {
  await opened(FORBIDDEN, 'remoteSelects');
  await screen.findByText(NAMED);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('a box whose section is not known here says that it may not be seen, and offers no other try', async () => {
  await opened({ kind: 'rejected', code: 0, message: 'errors.http.403' }, 'remoteSelect', 'repairs');
  await screen.findByText('You do not have permission to operate!');
  expect(screen.queryByText(/Try again/u)).toBeNull();
});

it('a box whose records did not arrive can be asked again', async () => {
  await opened({ kind: 'timeout' });
  expect(await screen.findByText(/The options could not be loaded · Try again/u)).toBeTruthy();
});
