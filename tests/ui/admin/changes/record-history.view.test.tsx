import { screen } from '@testing-library/react';
import { createEmptyActor } from 'xstate';
import { goods } from '#sections/goods/goods.resource.ts';
import { FailureError } from '#domain/base/failure';
import type { ChangeSet, RecordVersion } from '#domain/changes/journal-entry';
import { recordHistoryMachine } from '#machines/changes/record-history.machine';
import { done, failed } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { timeText } from '#ui/kit/cells/time-text.ts';
import { HistoryView } from '#ui/kit/changes/HistoryView.tsx';
import { inApp, startKitMessages } from '../../kit/support.tsx';

await startKitMessages('en');
await loadMessages(['changes']);

const AT = 1_764_000_000;
const version = (id: number): RecordVersion => ({
  id,
  resource: 'goods',
  recordId: 3,
  title: 'Tea',
  kind: 'changed',
  isErased: false,
  fields: [{ field: 'stock', name: 'stock', before: id, after: id + 1, beforeText: null, afterText: null, isMasked: false }],
  set: { id: id + 100, at: AT + id, actorType: 'admin', actorName: 'Ann', source: 'form', ip: '' } as ChangeSet,
});
const at = (id: number): string => timeText(AT + id)!;
const silent = new FailureError({ kind: 'timeout' });

describeView(
  {
    machine: recordHistoryMachine,
    inputs: [{ resource: 'goods', id: 3, form: createEmptyActor() }],
    events: [
      { type: 'version.chosen', id: 9 },
      { type: 'version.compared', id: 8 },
      { type: 'history.comparisonClosed' },
      { type: 'history.moreRequested' },
      { type: 'history.retried' },
      { type: 'collection.refreshed' },
      done('loadVersions', { versions: [version(9), version(8)], next: 8, canRewind: true }),
      done('loadVersions', { versions: [], next: null, canRewind: false }),
      failed('loadVersions', silent),
      failed('loadVersions', new FailureError({ kind: 'http', status: 404, url: '/admin/security.Change/ofRecord' })),
      done('loadMore', { versions: [version(7)], next: null, canRewind: true }),
      failed('loadMore', silent),
    ],
    // Side by side no other is chosen; and where a server has no history there is nothing to ask for again.
    only: (snapshot, { type }) =>
      (snapshot.value !== 'comparing' || type !== 'version.compared') &&
      (snapshot.context.failure?.kind !== 'http' || type !== 'history.retried'),
    view: ({ context: { versions, next, chosen, compared, failure } }) => [
      versions.map(({ id }) => id),
      next,
      chosen,
      compared,
      failure?.kind,
    ],
  },
  (actor) => inApp(<HistoryView history={actor} resource={goods} id={3} onRestore={() => {}} />),
  {
    'version.chosen': (user) => user.click(screen.getByRole('button', { name: new RegExp(`Changed.*Ann.*${at(9)}`, 'u') })),
    'version.compared': (user) => user.click(screen.getByRole('button', { name: `Compare with this: ${at(8)}` })),
    'history.comparisonClosed': (user) => user.click(screen.getByRole('button', { name: 'Back to all versions' })),
    'history.moreRequested': (user) => user.click(screen.getByRole('button', { name: 'Older versions' })),
    'history.retried': (user) => user.click(screen.getByRole('button', { name: 'Try again' })),
  },
  {
    seen: (snapshot) => {
      const isMissing = snapshot.hasTag('failed') && snapshot.context.failure.kind === 'http';
      return (
        (screen.queryByText('Loading the history…') !== null) === snapshot.hasTag('busy') &&
        (screen.queryByText('This server keeps no history') !== null) === isMissing &&
        (screen.queryByRole('alert') !== null) === (snapshot.hasTag('failed') && !isMissing)
      );
    },
  },
);
