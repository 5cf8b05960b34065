const takeFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/**
 * For what a window, or a step of it, begins with: it has the keyboard as soon as it is there. The window itself looks for it once, when it
 * opens, and what comes later would be left without.
 */
export const FIRST = { 'data-autofocus': true, ref: takeFocus } as const;
