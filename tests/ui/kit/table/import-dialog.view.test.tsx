import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createEmptyActor, fromPromise } from 'xstate';
import type { CollectionRef } from '#machines/table/collection.selectors';
import type { ColumnMatch, ImportGlimpse, Verification } from '#domain/table/import-file';
import type { CancelTask, ImportTask, ReadTask } from '#machines/table/import.vocabulary';
import { importMachine } from '#machines/table/import.machine';
import { goods } from '#sections/goods/goods.resource.ts';
import { ImportDialog } from '#ui/kit/table/import/ImportDialog.tsx';
import { lazyNow } from '#actors/base/lazy-code';
import { inApp, startKitMessages, withBundles } from '../support.tsx';

await startKitMessages('en');

type Read = { readonly glimpse: ImportGlimpse; readonly match: ColumnMatch };

const keep = () => ({ fileId: 'f', name: 'goods.csv', sizeBytes: 12, mimeType: 'text/csv' });
const press = async (name: string | RegExp) => userEvent.setup().click(await screen.findByRole('button', { name, hidden: true }));
const chooses = async () => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await userEvent.setup().upload(input!, new File(['Name\r\nOolong'], 'goods.csv', { type: 'text/csv' }));
};

it('an import under way is found again with its button to cancel where its window was closed or its page left, and begins anew otherwise', async () => {
  const { promise: added, resolve: add } = Promise.withResolvers<undefined>();
  const cancelled: unknown[] = [];
  let verifications = 0;
  const importRows = importMachine.provide({
    actors: {
      readFile: fromPromise<Read, ReadTask>(async () => ({
        glimpse: { header: ['Name'], firstRows: [['Oolong']], rowCount: 1 },
        match: ['title'],
      })),
      verify: fromPromise<Verification, Omit<ImportTask, 'key'>>(async ({ signal }) => {
        verifications += 1;
        if (verifications > 1) return { count: 1, refusedRows: 0, refused: [] };
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => cancelled.push('verification'));
          signal.addEventListener('abort', reject);
        });
      }),
      importRows: fromPromise<void, ImportTask>(() => added),
      cancelImport: fromPromise<{ readonly isCancelled: boolean }, CancelTask>(async ({ input }) => {
        cancelled.push(input);
        return { isCancelled: true };
      }),
    },
  });
  const collection = createEmptyActor() as unknown as CollectionRef;
  const bundles = { tableImport: lazyNow({ importRows, keep }) };
  const drawn = (isOpen: boolean) => (
    <MantineProvider env="test">
      {inApp(withBundles(bundles, <ImportDialog isOpen={isOpen} onClose={() => undefined} collection={collection} resource={goods} />))}
    </MantineProvider>
  );
  const { rerender, unmount } = render(drawn(true));
  const draw = (isOpen: boolean) => act(async () => rerender(drawn(isOpen)));
  await screen.findByText(/Choose a CSV or Excel file/u);
  await chooses();
  await press(/^Check$/u);
  // A verification is for nobody any more, once the window has faded out.
  await draw(false);
  await expect.poll(() => cancelled).toEqual(['verification']);
  await draw(true);
  await screen.findByText(/Choose a CSV or Excel file/u);
  await chooses();
  await press(/^Check$/u);
  await press('Add 1 record');
  await draw(false);
  // Another page of the back office is looked at meanwhile.
  unmount();
  render(drawn(true));
  await press('Cancel the import');
  await screen.findByText('The import was cancelled');
  expect(cancelled.slice(1)).toMatchObject([{ resource: 'goods' }]);
  add(undefined);
});

it('an import is not left by a slip beside its window', async () => {
  const onClose = vi.fn<() => void>();
  const collection = createEmptyActor() as unknown as CollectionRef;
  const bundles = { tableImport: lazyNow({ importRows: importMachine, keep }) };
  const dialog = <ImportDialog isOpen onClose={onClose} collection={collection} resource={goods} />;
  render(<MantineProvider env="test">{inApp(withBundles(bundles, dialog))}</MantineProvider>);
  await screen.findByText(/Choose a CSV or Excel file/u);
  await userEvent.setup().click(document.querySelector('.mantine-Modal-overlay')!);
  expect(onClose).not.toHaveBeenCalled();
  await press('Close');
  expect(onClose).toHaveBeenCalledOnce();
});
