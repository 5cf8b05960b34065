import type { cascadePickerMachine } from '#machines/cascade-picker.machine';
import { cascadePickerLogic, type CascadePickerPorts } from './cascade-picker.actors.ts';

/** The logics of what an administrator's work is chosen by, with their effects bound. Comes with the first widget that needs it. */
export interface DeskParts {
  readonly cascadePicker: typeof cascadePickerMachine;
}

export const deskParts = (ports: CascadePickerPorts): DeskParts => ({ cascadePicker: cascadePickerLogic(ports) });
