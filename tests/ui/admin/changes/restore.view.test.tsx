import { fireEvent, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { createEmptyActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import type { RestoreObstacle } from '#domain/changes/restore-obstacle';
import { restoreMachine } from '#machines/changes/restore.machine';
import { RestoreReview } from '#sections/data-recycle-log/RestoreReview.tsx';
import { done, failed } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { inApp, startKitMessages } from '../../kit/support.tsx';

await startKitMessages('en');
await loadMessages(['changes']);

const none = { resource: 'goods', recordId: 5, message: 'in the way', fields: [], entry: null, record: null };
const clash: RestoreObstacle = { ...none, id: 1, title: 'Tea', reason: 'taken', fields: ['title'], record: { title: 'Tea' } };
const parent: RestoreObstacle = { ...none, id: 2, title: 'Green tea', reason: 'parentGone', fields: ['categoryId'], entry: 8 };
const columns: RestoreObstacle = { ...none, id: 3, title: 'Oolong', reason: 'columnsGone', fields: ['mood'] };

const setBox = async (user: UserEvent, box: HTMLElement, isChecked: boolean) => {
  if ((box as HTMLInputElement).checked !== isChecked) await user.click(box);
};

describeView(
  {
    machine: restoreMachine,
    inputs: [{ entries: [1, 2, 3], resources: ['goods'], key: 'k', list: createEmptyActor(), dialog: createEmptyActor() }],
    events: [
      { type: 'clash.valueGiven', id: 1, field: 'title', value: 'Green tea' },
      { type: 'parent.included', isIncluded: true },
      { type: 'columns.dropped', isDropped: true },
      { type: 'entry.leftOut', id: 1 },
      { type: 'restore.confirmed' },
      { type: 'restore.retried' },
      { type: 'restore.cancelled' },
      done('restore', { obstacles: [] }),
      done('restore', { obstacles: [clash, parent] }),
      done('restore', { obstacles: [clash, columns] }),
      failed('restore', new FailureError({ kind: 'rejected', code: 0, message: 'no' })),
    ],
    // Only what is in the way is asked about.
    only: ({ context: { obstacles, answers } }, { type }) => {
      const has = (one: RestoreObstacle): boolean => obstacles.some(({ id }) => id === one.id);
      if (type === 'clash.valueGiven') return has(clash) && !answers.leftOut.includes(1);
      if (type === 'parent.included') return has(parent);
      if (type === 'columns.dropped') return has(columns);
      return type !== 'entry.leftOut' || has(clash);
    },
    view: ({ context: { obstacles, answers, failure } }) => [obstacles.map(({ reason }) => reason), answers, failure?.kind],
  },
  (actor) => inApp(<RestoreReview actor={actor} />),
  {
    'clash.valueGiven': async () => {
      fireEvent.change(document.querySelector('#field-goods-title')!, { target: { value: 'Green tea' } });
    },
    'parent.included': (user) => setBox(user, screen.getByRole('checkbox', { name: 'Bring back what is missing as well' }), true),
    'columns.dropped': (user) => setBox(user, screen.getByRole('checkbox', { name: 'Restore without these fields' }), true),
    'entry.leftOut': (user) => user.click(screen.getAllByRole('checkbox', { name: 'Leave it in the bin' })[0]!),
    'restore.confirmed': (user) => user.click(screen.getByRole('button', { name: 'Restore' })),
    'restore.retried': (user) => user.click(screen.getByRole('button', { name: 'Try again' })),
    'restore.cancelled': (user) => user.click(screen.getByRole('button', { name: 'Cancel' })),
  },
  { seen: (snapshot) => snapshot.status === 'done' || (screen.queryByRole('alert') !== null) === snapshot.hasTag('failed') },
);
