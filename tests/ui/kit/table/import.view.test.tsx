import { screen, within } from '@testing-library/react';
import { createEmptyActor, type AnyMachineSnapshot } from 'xstate';
import { goods } from '#sections/goods/goods.resource.ts';
import { FailureError } from '#domain/base/failure';
import { importMachine, selectImportStep, type ImportSnapshot } from '#machines/table/import.machine';
import { done, failed } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { ImportView } from '#ui/kit/table/import/ImportView.tsx';
import { inApp, startKitMessages } from '../support.tsx';
import { press } from '#tests/machines/support/presses.ts';

await startKitMessages('en');

const file = { fileId: 'file-1', name: 'goods.csv', sizeBytes: 12, mimeType: 'text/csv' };
const labels = { title: 'Title', price: 'Price' };
const glimpse = { header: ['Name', 'Cost'], firstRows: [['Oolong', '12.50']], rowCount: 7 };

describeView(
  {
    machine: importMachine,
    inputs: [{ resource: 'goods', list: createEmptyActor() }],
    events: [
      { type: 'import.fileChosen', file, labels },
      { type: 'import.templateRequested', name: 'Goods template', labels },
      { type: 'import.columnMatched', index: 1, field: 'price' },
      { type: 'import.columnMatched', index: 0, field: null },
      { type: 'import.verifyRequested' },
      { type: 'import.returned' },
      { type: 'import.refusedRequested', name: 'Goods to correct', reason: 'Why it was not added' },
      { type: 'import.othersChosen' },
      { type: 'import.confirmed', key: 'key-1' },
      { type: 'import.cancelRequested' },
      { type: 'import.retried' },
      done('readFile', { glimpse, match: ['title', null] }),
      failed('readFile', new FailureError({ kind: 'rejected', code: 0, message: 'tables.import.noRows' })),
      done('verify', { count: 7, refusedRows: 0, refused: [] }),
      done('verify', { count: 6, refusedRows: 1, refused: [{ line: 3, field: 'price', typed: 'dear', message: 'Please enter a number' }] }),
      failed('verify', new FailureError({ kind: 'unreachable', online: false })),
      done('importRows'),
      done('saveRefused'),
      failed('saveRefused', new FailureError({ kind: 'unreachable', online: false })),
      done('cancelImport', { isCancelled: true }),
      done('cancelImport', { isCancelled: false }),
      failed('cancelImport', new FailureError({ kind: 'unreachable', online: true })),
      failed('importRows', new FailureError({ kind: 'rejected', code: 0, message: 'No', rows: { 4: 'Gone' } })),
      failed('importRows', new FailureError({ kind: 'unreachable', online: true })),
    ],
    // A column is given what it has not got yet.
    only: ({ context }, event) => {
      if (event.type !== 'import.columnMatched') return true;
      const { index, field } = event as { index: number; field: string | null };
      return context.match.length > 0 && context.match[index] !== field;
    },
    view: ({ context: { match, failure } }) => ({ isMatched: match.some((field) => field !== null), failed: failure?.kind }),
  },
  (actor) => inApp(<ImportView actor={actor} resource={goods} keep={() => file} onClose={() => {}} />),
  {
    'import.fileChosen': async (user) => {
      const input = document.querySelector<HTMLInputElement>('input[type=file]');
      if (!input) throw new Error('no file can be chosen');
      await user.upload(input, new File(['Name,Cost\r\nOolong,12.50'], 'goods.csv', { type: 'text/csv' }));
    },
    'import.templateRequested': press(/template/u),
    'import.columnMatched': async (user, event) => {
      const { index, field } = event as { index: number; field: string | null };
      const select = screen.getByRole('combobox', { name: `Field for the column “${glimpse.header[index] ?? ''}”` });
      await user.selectOptions(select, field ?? '');
    },
    'import.verifyRequested': press(/^Check$/u),
    'import.returned': press(/^Back/u),
    'import.othersChosen': press(/^Continue with the other 6 records$/u),
    'import.refusedRequested': press(/^Save these rows/u),
    'import.cancelRequested': press(/^Cancel the import$/u),
    'import.retried': press(/^Try again$/u),
  },
  {
    seen: (snapshot: AnyMachineSnapshot) => {
      const { context } = snapshot as unknown as ImportSnapshot;
      const step = selectImportStep(snapshot);
      const [alert = null, ...furtherAlerts] = screen.queryAllByRole('alert');
      const places =
        alert === null
          ? []
          : within(alert)
              .queryAllByRole('listitem')
              .map((item) => item.textContent);
      const wanted =
        step === 'reviewing' ? ['Row 3 Price “dear”: Please enter a number'] : step === 'failed' && context.failure ? ['Row 4 Gone'] : [];
      return (
        (screen.queryByRole('progressbar') !== null) === snapshot.hasTag('busy') &&
        (alert !== null) === (step === 'reviewing' || snapshot.hasTag('failed')) &&
        // What is refused stays to be read where the file of it could not be made.
        furtherAlerts.length === (snapshot.matches({ reviewing: 'failed' }) ? 1 : 0) &&
        (screen.queryByRole('button', { name: /^Save these rows/u }) !== null) === (step === 'reviewing') &&
        JSON.stringify(places) === JSON.stringify(wanted) &&
        (screen.queryByText('All 7 records can be added') !== null) === (step === 'verified') &&
        (screen.queryByText('7 records have been added') !== null) === (step === 'imported') &&
        // Leaving does not cancel what is on its way, and no button looks as if it did.
        (screen.queryByText('Closing this window does not stop it. To cancel it then, open the import again.') !== null) ===
          snapshot.matches({ importing: 'running' }) &&
        (screen.queryByText('Cancelling the import…') !== null) === snapshot.matches({ importing: 'stopping' }) &&
        (screen.queryByText(/could not be cancelled and goes on/u) !== null) === snapshot.matches({ importing: 'notStopped' }) &&
        (screen.queryByText('All records had already been added when you cancelled.') !== null) ===
          (snapshot.matches({ importing: 'late' }) || snapshot.matches({ imported: 'found' })) &&
        // Only who is refused is told that nothing was added.
        (screen.queryByText('Nothing was added') !== null) === (context.failure?.kind === 'rejected' && step === 'failed') &&
        (screen.queryByText('The records may have been added') !== null) === (step === 'unanswered') &&
        (screen.queryByText(/Undo takes all of them back/u) !== null) === snapshot.matches({ imported: 'late' }) &&
        (screen.queryByText('The import was cancelled') !== null) === (step === 'cancelled') &&
        (step !== 'importing' || screen.queryByRole('button', { name: 'Cancel' }) === null) &&
        (screen.queryByRole('button', { name: /^Cancel the import/u }) !== null) ===
          ((step === 'importing' && !snapshot.matches({ importing: 'late' })) || step === 'unanswered') &&
        (screen.queryByRole('button', { name: 'Add 7 records' }) !== null) === (step === 'verified' || step === 'importing')
      );
    },
  },
);
