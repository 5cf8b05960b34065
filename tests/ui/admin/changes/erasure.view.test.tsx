import { fireEvent, screen } from '@testing-library/react';
import { createEmptyActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { erasureMachine } from '#machines/changes/erasure.machine';
import { done, failed } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { Erasure } from '#ui/kit/changes/Erasure.tsx';
import { inApp, startKitMessages } from '../../kit/support.tsx';
import { shows } from '#tests/machines/support/presses.ts';

await startKitMessages('en');
await loadMessages(['changes']);

const counts = { versions: 3, deletions: 1, watched: 0 };
const plan = { ...counts, title: 'Ann', exists: true, first: 1_764_000_000, last: 1_764_000_100, requests: 2, erased: 0 };

describeView(
  {
    machine: erasureMachine,
    inputs: [{ resource: 'member', id: 7, key: 'k', list: createEmptyActor(), dialog: createEmptyActor() }],
    events: [
      { type: 'title.typed', text: 'An' },
      { type: 'title.typed', text: 'Ann' },
      { type: 'title.typed', text: '#7' },
      { type: 'erasure.confirmed' },
      { type: 'erasure.retried' },
      { type: 'erasure.closed' },
      done('loadPlan', plan),
      done('loadPlan', { ...plan, versions: 0 }),
      done('loadPlan', { ...plan, title: '' }),
      failed('loadPlan', new FailureError({ kind: 'timeout' })),
      done('erase', counts),
      failed('erase', new FailureError({ kind: 'rejected', code: 0, message: 'no' })),
    ],
    // A name is asked for where there is something to erase, and typing what stands there types nothing.
    only: ({ context }, event) =>
      event.type !== 'title.typed' || (context.plan?.versions === 3 && 'text' in event && context.typed !== event.text),
    view: ({ context: { plan: known, typed, done: erased, failure } }) => [known, typed, erased, failure],
  },
  (actor) => inApp(<Erasure actor={actor} />),
  {
    'title.typed': async (_user, event) => {
      const { text } = event as unknown as { readonly text: string };
      fireEvent.change(screen.getByLabelText(/^Type “(?:Ann|#7)” to erase it$/u), { target: { value: text } });
    },
    'erasure.confirmed': (user) => user.click(screen.getByRole('button', { name: 'Erase for good' })),
    'erasure.retried': (user) => user.click(screen.getByRole('button', { name: 'Try again' })),
    'erasure.closed': (user) => user.click(screen.getByRole('button', { name: /^(?:Cancel|Close)$/u })),
  },
  {
    // What goes and what stays is on the screen before anybody can erase, and what was done afterwards.
    seen: ({ context, ...snapshot }) => {
      const isAsked = snapshot.value === 'reviewing' && context.plan.versions > 0;
      if (isAsked && !shows('Requests waiting for a second person that will be closed: 2')) return false;
      if (isAsked !== (shows('Will be permanently erased') && snapshot.value === 'reviewing')) return false;
      if (snapshot.value === 'done')
        return (
          shows('Erased') &&
          shows('Versions in the history whose content was erased: 3') &&
          shows('Deletions that were taken out of the recycle bin: 1') &&
          shows('The record itself was left as it is.') &&
          !shows('Will be permanently erased')
        );
      return !isAsked || (shows('Will be kept') && shows('Deletions in the recycle bin that can no longer be restored: 1'));
    },
  },
);
