const CONTROL = 'input:not([type="hidden"]), textarea, select, button, [contenteditable="true"], [tabindex="0"]';
const SHELL_CONTENT = 'content';

const isUsable = (element: HTMLElement): boolean => !element.matches(':disabled, [readonly], [aria-disabled="true"]');

/**
 * As the `ref` of what holds the fields: the first of them takes the keyboard, unless that would raise one of glass over the form. Pictures may
 * stand before what is typed, and wait.
 */
export function focusFirstControl(fields: HTMLElement | null): void {
  if (!fields || matchMedia('(pointer: coarse)').matches) return;
  const controls = [...fields.querySelectorAll<HTMLElement>(CONTROL)].filter(isUsable);
  const first = controls.find((control) => !control.closest('[data-files]')) ?? controls[0];
  // The window's own focus trap comes later, and looks for this.
  first?.setAttribute('data-autofocus', '');
  first?.focus();
}

/**
 * As the `ref` of something inside a window that comes and goes whole, and so cannot do it by itself: gives the keyboard back to where it
 * was, or to the page's content where that is gone.
 */
export function giveFocusBack(marker: HTMLElement | null): (() => void) | undefined {
  if (!marker) return undefined;
  const before = document.activeElement;
  return () => {
    // Once the window has left the page.
    queueMicrotask(() => {
      if (document.activeElement !== document.body && document.activeElement !== null) return;
      const home = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : null;
      (home ?? document.getElementById(SHELL_CONTENT))?.focus();
    });
  };
}
