import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor, fromPromise, waitFor, type AnyMachineSnapshot } from 'xstate';
import { goods } from '#sections/goods/goods.resource.ts';
import { FailureError } from '#domain/base/failure';
import { EMPTY_QUERY } from '#domain/table/resource-query';
import { exportMachine, type ExportSnapshot } from '#machines/table/export.machine';
import { done, failed } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { ExportView } from '#ui/kit/table/export/ExportForm.tsx';
import { inApp, renderInApp, startKitMessages } from '../support.tsx';
import { press } from '#tests/machines/support/presses.ts';

await startKitMessages('en');

const AS_SHOWN = ['title', 'price'];
const choose = (name: RegExp) => async (user: UserEvent) => user.click(screen.getByRole('radio', { name }));

describeView(
  {
    machine: exportMachine,
    inputs: [{ resource: 'goods', query: EMPTY_QUERY, ids: [3, 4], columns: AS_SHOWN }],
    events: [
      { type: 'export.formatChosen', format: 'xlsx' },
      { type: 'export.scopeChosen', scope: 'found' },
      { type: 'export.columnsChosen', columns: [] },
      { type: 'export.columnsChosen', columns: AS_SHOWN },
      { type: 'export.requested' },
      { type: 'export.cancelled' },
      { type: 'download.advanced', bytes: 2048, rows: null },
      { type: 'download.advanced', bytes: 2048, rows: { done: 500, of: 1234 } },
      done('download', { name: 'Goods-1.csv', rows: 1234, sizeBytes: 4096 }),
      failed('download', new FailureError({ kind: 'unreachable', online: false })),
    ],
    // One choice at a time, and only of what is not chosen already.
    only: ({ context, value }, event) => {
      const isUntouched = context.format === 'csv' && context.scope === 'chosen' && context.columns.length === AS_SHOWN.length;
      if (event.type === 'export.columnsChosen') return isUntouched === ((event as { columns: readonly string[] }).columns.length === 0);
      if (event.type === 'export.requested') return isUntouched;
      return !event.type.endsWith('Chosen') || (isUntouched && JSON.stringify(value).includes('ready'));
    },
    view: ({ context: { format, scope, columns, bytes, rows }, value }) => ({
      format,
      scope,
      columns,
      bytes: value === 'downloading' ? bytes : 0,
      rows: value === 'downloading' ? (rows?.done ?? 0) : 0,
    }),
  },
  (actor) => inApp(<ExportView actor={actor} resource={goods} total={31} selected={2} asShown={AS_SHOWN} onClose={() => {}} />),
  {
    'export.formatChosen': choose(/^Excel/u),
    'export.scopeChosen': choose(/^All 31/u),
    'export.columnsChosen': async (user, event) =>
      press((event as { columns: readonly string[] }).columns.length === 0 ? 'None' : 'As in the list')(user),
    'export.requested': async (user) => user.click(screen.getByRole('button', { name: /^Export/u })),
    'export.cancelled': press('Stop'),
  },
  {
    seen: (snapshot: AnyMachineSnapshot) => {
      const { context } = snapshot as unknown as ExportSnapshot;
      const isBusy = snapshot.hasTag('busy');
      const columns = within(screen.getByRole('group', { name: 'Columns' })).queryAllByRole('checkbox', { checked: true, hidden: true });
      return (
        (screen.queryByRole('progressbar') !== null) === isBusy &&
        (screen.queryByText('2 KB received') !== null) === (isBusy && context.bytes === 2048 && context.rows === null) &&
        (screen.queryByText('500 of 1,234 records, 2 KB') !== null) === (isBusy && context.rows !== null) &&
        // The bar says how far it is where that is known, and only that it goes on where it is not.
        (screen.queryByRole<HTMLProgressElement>('progressbar')?.position ?? -1) === (isBusy && context.rows ? 500 / 1234 : -1) &&
        (screen.queryByText('Saved Goods-1.csv') !== null) === snapshot.hasTag('saved') &&
        (screen.queryByRole('alert') !== null) === snapshot.hasTag('failed') &&
        columns.length === context.columns.length
      );
    },
  },
);

it.each([
  [{ kind: 'http', status: 500, url: '/x' }, 'The server could not finish the file. Export again; if that fails too,'],
  [{ kind: 'http', status: 503, url: '/x' }, 'The server could not be reached.'],
  [{ kind: 'http', status: 507, url: '/x' }, 'The server has no room left'],
  [{ kind: 'timeout' }, 'The server took too long.'],
  [{ kind: 'unreachable', online: false }, 'You are offline.'],
  [{ kind: 'rejected', code: 0, message: 'At most 100,000 records.' }, 'At most 100,000 records.'],
] as const)('an export that failed says what happened and that no file was saved: %o', async (failure, words) => {
  const machine = exportMachine.provide({ actors: { download: fromPromise(() => Promise.reject(new FailureError(failure))) } });
  const actor = createActor(machine, { input: { resource: 'goods', query: EMPTY_QUERY, ids: [], columns: AS_SHOWN } }).start();
  actor.send({ type: 'export.requested' });
  await waitFor(actor, (snapshot) => snapshot.hasTag('failed'));
  renderInApp(<ExportView actor={actor} resource={goods} total={31} selected={0} asShown={AS_SHOWN} onClose={() => {}} />);
  const { textContent } = screen.getByRole('alert');
  expect(textContent).toContain(words);
  expect(textContent).toMatch(/No file was saved\.$/u);
});
