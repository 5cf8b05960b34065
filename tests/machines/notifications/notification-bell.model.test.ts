import {
  notificationBellMachine,
  selectBellIsOpen,
  selectCentreIsWanted,
  selectCounted,
} from '#machines/notifications/notification-bell.machine';
import { describeModel } from '#tests/machines/support/model.ts';

describeModel({
  machine: notificationBellMachine,
  inputs: [undefined],
  events: [{ type: 'bell.touched' }, { type: 'bell.pressed' }, { type: 'bell.closed' }, { type: 'bell.counted', unread: 4 }],
  view: (snapshot) => [selectBellIsOpen(snapshot), selectCentreIsWanted(snapshot), selectCounted(snapshot)],
});
