import { FailureError } from '#domain/base/failure';
import { dashboardMachine, selectFigures, selectFiguresFailure, type Figures } from '#machines/shell/dashboard.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const figures: Figures = {
  goods: null,
  members: null,
  answers: null,
  waiting: [],
  memberSignIns: null,
  adminSignIns: null,
  changes: [],
  changesBefore: 0,
  recent: null,
  actions: [],
  layout: null,
};

describeModel({
  machine: dashboardMachine,
  inputs: [undefined],
  events: [
    { type: 'dashboard.refreshRequested' },
    { type: 'dashboard.layoutKept' },
    done('loadFigures', figures),
    failed('loadFigures', new FailureError({ kind: 'unreachable', online: false })),
  ],
  // Old figures stay beside the news that there are no newer ones.
  always: (snapshot) =>
    (selectFiguresFailure(snapshot) !== null) === snapshot.matches('failed') &&
    (!snapshot.matches('ready') || selectFigures(snapshot) !== null),
});
