import type { cascadePickerMachine } from '#machines/fields/cascade-picker.machine';
import type { dashboardLayoutMachine } from '#machines/shell/dashboard-layout.machine';
import type { dashboardMachine } from '#machines/shell/dashboard.machine';
import type { lifeWaitingMachine } from '#machines/life/life-waiting.machine';
import { lifeWaitingLogic } from '../life/life-waiting.actors.ts';
import { cascadePickerLogic, type CascadePickerPorts } from '../fields/cascade-picker.actors.ts';
import { dashboardLayoutLogic, dashboardLogic } from './dashboard.actors.ts';

/** The logics of the first page and of what an administrator's work is chosen by, with their effects bound. Comes with the first view that needs it. */
export interface DashboardBundle {
  readonly cascadePicker: typeof cascadePickerMachine;
  readonly dashboard: typeof dashboardMachine;
  readonly dashboardLayout: typeof dashboardLayoutMachine;
  readonly lifeWaiting: typeof lifeWaitingMachine;
}

export const dashboardBundle = (ports: CascadePickerPorts): DashboardBundle => ({
  cascadePicker: cascadePickerLogic(ports),
  dashboard: dashboardLogic(ports),
  dashboardLayout: dashboardLayoutLogic(ports),
  lifeWaiting: lifeWaitingLogic(ports),
});
