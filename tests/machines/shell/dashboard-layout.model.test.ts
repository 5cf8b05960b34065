import { FailureError } from '#domain/base/failure';
import { WIDGETS } from '#domain/shell/dashboard-layout';
import {
  dashboardLayoutMachine,
  selectIsArranging,
  selectDashboardLayout,
  selectLayoutFailure,
} from '#machines/shell/dashboard-layout.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const KEPT = {
  order: ['recent', 'waiting', 'changes', 'categories', 'actions', 'signIns'],
  hidden: ['actions'],
  favourites: ['user/user'],
} as const;

const CHANGES = new Set<string>([
  'layout.widgetMoved',
  'layout.widgetDropped',
  'layout.widgetToggled',
  'layout.favouriteToggled',
  'layout.resetRequested',
]);

describeModel({
  machine: dashboardLayoutMachine,
  inputs: [{ layout: null }, { layout: KEPT }],
  events: [
    { type: 'layout.told', layout: KEPT },
    { type: 'layout.arrangeRequested' },
    { type: 'layout.widgetMoved', widget: 'waiting', by: 1, seen: WIDGETS },
    { type: 'layout.widgetDropped', widget: 'signIns', target: 'waiting' },
    { type: 'layout.widgetToggled', widget: 'actions' },
    { type: 'layout.favouriteToggled', page: 'goods/goods', pages: ['goods/goods', 'user/user'] },
    { type: 'layout.resetRequested' },
    { type: 'layout.saveRequested' },
    { type: 'layout.cancelled' },
    done('saveLayout'),
    failed('saveLayout', new FailureError({ kind: 'unreachable', online: false })),
  ],
  // One change at a time shows each edge; all orders of six widgets would be thousands of states.
  only: ({ context: { draft, kept } }, event) => draft === kept || !CHANGES.has(event.type),
  view: (snapshot) => ({
    ...selectDashboardLayout(snapshot),
    kept: snapshot.context.kept.order[0],
    failure: selectLayoutFailure(snapshot) !== null,
  }),
  // Nothing is arranged in a page that only shows; each widget stands in it once.
  always: (snapshot) =>
    (selectIsArranging(snapshot) || snapshot.context.draft === snapshot.context.kept) &&
    new Set(selectDashboardLayout(snapshot).order).size === 6,
});
