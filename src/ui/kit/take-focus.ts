/** As the `ref` of what a dialog begins with, where its code comes late: the dialog has looked for it before it was there. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/**
 * As the `ref` of what stands where something else has stood: the keyboard goes on there, if it was in what is gone. Whoever has it elsewhere
 * keeps it. What is so focused takes no part in the order of Tab, and shows no ring.
 */
export const takeLostFocus = (element: HTMLElement | null): void => {
  if (element !== null && (document.activeElement === null || document.activeElement === document.body)) takeFocus(element);
};
