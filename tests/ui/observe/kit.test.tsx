import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { kitBundles } from '#ui/observe/kit/kit-bundles.ts';
import { FormSpecimens } from '#ui/observe/kit/FormSpecimens.tsx';
import { PickerSpecimens } from '#ui/observe/kit/PickerSpecimens.tsx';
import { TableSpecimens } from '#ui/observe/kit/TableSpecimens.tsx';
import { UploadSpecimens } from '#ui/observe/kit/UploadSpecimens.tsx';
import { testBundles, withBundles } from '../kit/support.tsx';
import { loadAllSectionWords } from '#tests/support/all-sections.ts';

beforeAll(async () => {
  await startMessages('en');
  await loadMessages(['cascade', 'changes', 'dev', 'fields', 'resources', 'savedViews', 'search', 'tables', 'upload']);
  await loadAllSectionWords();
});

const handle = { journal: { inspect: () => {} } } as unknown as AppHandle;

const show = (Specimens: ComponentType) =>
  render(
    <MantineProvider env="test">
      <AppHandleContext value={handle}>{withBundles(kitBundles(testBundles), <Specimens />)}</AppHandleContext>
    </MantineProvider>,
  );

/** What stands below the name of a component in a state. */
const specimen = (of: string, state: string): HTMLElement =>
  screen.getByRole('heading', { name: `${of} ${state}` }).parentElement ?? expect.unreachable(state);
/** A form is only to be looked at, which no role can be found in. */
const words = (of: string, state: string): string => specimen(of, state).textContent;
const inputs = (of: string, state: string): readonly (readonly [string, string, boolean])[] =>
  [...specimen(of, state).querySelectorAll<HTMLInputElement>('input[name]')].map((input) => [
    input.name,
    input.value,
    input.getAttribute('aria-invalid') === 'true',
  ]);

const box = (of: string, state: string) => within(specimen(of, state)).getByRole('combobox');

it('the page of specimens shows lists in every state', async () => {
  const LIST = 'TableToolbar, DataTable';
  show(TableSpecimens);
  await within(specimen(LIST, 'Filled')).findByText('Green tea');
  expect(within(specimen(LIST, 'Filled')).getByRole('button', { name: 'Add' })).toBeDefined();
  expect(within(specimen(LIST, 'Without rights')).queryByRole('button', { name: 'Add' })).toBeNull();
  await within(specimen(LIST, 'Records chosen')).findByText('2 selected');
  expect(
    within(specimen(LIST, 'Loading'))
      .getAllByText('Loading')
      .map(({ tagName }) => tagName),
  ).toContain('OUTPUT');
  await waitFor(() => expect(words(LIST, 'Empty')).toContain('No goods yet'));
  expect(words(LIST, 'Nothing matches')).toContain('No matching goods');
  expect(words(LIST, 'Failed')).toContain('Check the connection and try again.');
  expect(words(LIST, 'Not permitted')).toContain('You may not see this list');
});

it('the page of specimens shows record forms in every state', async () => {
  const FORM = 'FormBody';
  show(FormSpecimens);
  await waitFor(() => expect(inputs(FORM, 'Filled')[0]).toEqual(['title', 'Green tea', false]));
  expect(inputs(FORM, 'Empty')[0]).toEqual(['title', '', false]);
  expect(inputs(FORM, 'Filled').slice(0, 2)).toEqual([
    ['title', 'Green tea', false],
    ['price', '368.00', false],
  ]);
  expect(words(FORM, 'Unsaved changes')).toContain('Unsaved');
  expect(inputs(FORM, 'With an error')[0]).toEqual(['title', '', true]);
  expect(specimen(FORM, 'Busy').querySelector('form')?.getAttribute('aria-busy')).toBe('true');
  expect(words(FORM, 'Rejected')).toContain('This name is taken');
  expect(words(FORM, 'Offline')).toContain('disconnected');
  expect(words(FORM, 'Changed by somebody else')).toContain('Oolong');
  expect(specimen(FORM, 'Not permitted').querySelector<HTMLButtonElement>('[type="submit"]')?.disabled).toBe(true);
  expect(specimen(FORM, 'Loading').querySelectorAll('.mantine-Skeleton-root').length).toBeGreaterThan(0);
  expect(words(FORM, 'Failed')).toContain('Try again');
});

it.each([
  ['Checking', 'Checking 50%'],
  ['Comparing', 'Comparing'],
  ['Uploading', 'Uploading 50%'],
  ['Registering', 'Registering'],
  ['Waiting to register', 'Not registered; trying again soon'],
  ['Failed', 'Upload failed'],
  ['Not accepted', 'Not uploaded'],
  ['Cancelled', 'Cancelled'],
  ['Done', 'Done'],
])('shows a file that is %s', async (state, said) => {
  show(UploadSpecimens);
  const row = await within(specimen('UploadRow', state)).findByRole('listitem');
  await within(row).findByText(said);
  expect(row.textContent).toContain('spring-catalogue.png');
});

it('the page of specimens shows pickers in every state', async () => {
  show(PickerSpecimens);
  expect(box('CascadePicker', 'Filled').textContent).toContain('Green tea');
  expect(box('CascadePicker', 'With an error').getAttribute('aria-invalid')).toBe('true');
  expect(box('CascadePicker', 'Disabled').getAttribute('aria-disabled')).toBe('true');
  expect(box('CascadePicker', 'Loading').getAttribute('aria-busy')).toBe('true');
  box('CascadePicker', 'Failed').click();
  await screen.findByRole('button', { name: 'Try again' });
  expect(words('RemoteCombobox', 'With an error')).toContain('Choose a category');
});
