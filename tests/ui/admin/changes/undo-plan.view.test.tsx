import { fireEvent, screen } from '@testing-library/react';
import { createEmptyActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import type { ChangePlan, ShownRefusal } from '#domain/changes/change-plan';
import type { ChangeSet } from '#domain/changes/journal-entry';
import { undoPlanMachine } from '#machines/changes/undo-plan.machine';
import { done, failed } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { secondsFromText } from '#ui/kit/cells/time-text.ts';
import { UndoPlanView } from '#ui/kit/changes/UndoPlanView.tsx';
import { inApp, startKitMessages } from '../../kit/support.tsx';
import { press } from '#tests/machines/support/presses.ts';

await startKitMessages('en');
await loadMessages(['changes']);

const step = { resource: 'goods', recordId: 3, title: 'Tea', kind: 'changed', fields: [] } as const;
const clear: ChangePlan = {
  hash: 'a',
  steps: [step],
  dependents: [],
  refused: [],
  leftOut: [],
  counts: { created: 0, changed: 1, deleted: 0 },
};
const refusal = (reason: ShownRefusal['reason']): ShownRefusal => ({
  reason,
  message: `because of ${reason}`,
  resource: 'goods',
  recordId: 3,
  title: 'Tea',
  fields: [],
  entry: null,
});
const set = { id: 9, at: 1_764_000_000, actorType: 'admin', actorName: 'Ann', title: 'Tea' } as ChangeSet;
const later = { why: 'sameColumns', resource: 'goods', recordId: 3, set } as const;
const dependent: ChangePlan = { ...clear, hash: 'b', refused: [refusal('dependents')], dependents: [later] };
const gone: ChangePlan = { ...clear, hash: 'd', refused: [refusal('columnsGone')] };
const MOMENT = '1999-01-02T03:04:05';
const owners = { key: 'k', list: createEmptyActor(), dialog: createEmptyActor() };

const goesAlong = (request: object | null): boolean => request !== null && 'withDependents' in request && request.withDependents === true;

describeView(
  {
    machine: undoPlanMachine,
    inputs: [
      { ...owners, request: { sets: [7] } },
      { ...owners, request: null, place: { resource: 'goods', id: 3 } },
    ],
    events: [
      { type: 'plan.dependentsIncluded' },
      { type: 'plan.columnsDropped' },
      { type: 'plan.momentChosen', at: secondsFromText(MOMENT.replace('T', ' '))! },
      { type: 'plan.confirmed' },
      { type: 'plan.retried' },
      { type: 'plan.cancelled' },
      done('plan', clear),
      done('plan', dependent),
      done('plan', gone),
      failed('plan', new FailureError({ kind: 'timeout' })),
      done('apply', { outcome: 'applied' }),
      done('apply', { outcome: 'moved', plan: clear }),
      failed('apply', new FailureError({ kind: 'rejected', code: 0, message: 'no' })),
    ],
    // A moment is chosen where the plan has a place for it, and nothing is on its way; what goes along is asked for once.
    only: ({ context: { place, request }, ...snapshot }, { type }) =>
      (type !== 'plan.momentChosen' || (place !== undefined && !snapshot.matches('planning') && !snapshot.matches('applying'))) &&
      (type !== 'plan.dependentsIncluded' || !(request !== null && 'sets' in request && request.withDependents === true)),
    view: ({ context: { request, plan, failure } }) => [request, plan?.hash, failure?.kind],
  },
  (actor) => inApp(<UndoPlanView actor={actor} kind="undo" />),
  {
    'plan.dependentsIncluded': press('Undo these as well'),
    'plan.columnsDropped': press('Continue without these fields'),
    'plan.momentChosen': async (user) => {
      fireEvent.change(screen.getByLabelText(/^Date and time UTC/u), { target: { value: MOMENT } });
      await press('Preview the changes')(user);
    },
    'plan.confirmed': press('Undo'),
    'plan.retried': press('Try again'),
    'plan.cancelled': press('Cancel'),
  },
  {
    seen: (snapshot) =>
      snapshot.status === 'done' ||
      ((screen.queryByText('Preparing the preview…') !== null) === snapshot.matches('planning') &&
        (!snapshot.hasTag('failed') || screen.getAllByRole('alert').length > 0) &&
        // What goes along is said, once nothing else is left to be included.
        (!snapshot.matches('reviewing') ||
          snapshot.context.plan?.hash !== 'a' ||
          (screen.queryByText('Later changes that build on this are undone as well.') !== null) === goesAlong(snapshot.context.request)) &&
        // Whatever refuses a plan is said in words.
        (snapshot.context.plan?.hash !== 'd' ||
          snapshot.hasTag('failed') ||
          snapshot.hasTag('busy') ||
          screen.queryByText(/because of columnsGone/u) !== null)),
  },
);
