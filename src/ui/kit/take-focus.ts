/** As the `ref` of what a dialog begins with, where its code comes late: the dialog has looked for it before it was there. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });
