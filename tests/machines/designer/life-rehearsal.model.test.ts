import { createEmptyActor } from 'xstate';
import { rejection } from '#domain/base/failure';
import { lifeRehearsalMachine, type Rehearsal } from '#machines/designer/life-rehearsal.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const rehearsal: Rehearsal = {
  from: 0,
  until: 60,
  isCut: false,
  total: { acts: 3, refused: 1, elsewhere: 0, undecidable: 0 },
  events: [],
  people: [],
  reasons: [],
  byToday: 0,
  examples: [],
};

describeModel({
  machine: lifeRehearsalMachine,
  inputs: [{ owner: createEmptyActor() }],
  events: [
    { type: 'rehearsal.requested' },
    { type: 'rehearsal.retried' },
    { type: 'rehearsal.closed' },
    done('rehearse', rehearsal),
    failed('rehearse', rejection('refusals.forbidden')),
  ],
  view: ({ context: { rehearsal: told, failure } }) => [told?.total.acts ?? null, failure?.kind ?? null],
  always: (snapshot) => (snapshot.context.rehearsal !== null) <= snapshot.matches({ open: 'shown' }) || snapshot.matches('closed'),
});
