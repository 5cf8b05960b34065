import { takeFocus } from '../../kit/take-focus.ts';

/**
 * For what a window, or a step of it, begins with: it has the keyboard as soon as it is there. The window itself looks for it once, when it
 * opens, and what comes later would be left without.
 */
export const AUTOFOCUS = { 'data-autofocus': true, ref: takeFocus } as const;
