import type { KeyboardEvent } from 'react';

/** Moves the keyboard within a toolbar: one of its buttons can be reached by Tab, the arrows go on from there. */
const buttonsOf = (toolbar: HTMLElement): HTMLButtonElement[] => [...toolbar.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Lets Tab reach one button only. */
function letReach(toolbar: HTMLElement, reached: HTMLButtonElement | undefined): void {
  for (const button of toolbar.querySelectorAll('button')) button.tabIndex = button === reached ? 0 : -1;
}

/** Lets Tab reach the first button, also once the one that it reached is disabled, as Undo is by its last press; for the toolbar's `ref`. */
export function startRoving(toolbar: HTMLElement | null): (() => void) | undefined {
  if (!toolbar) return undefined;
  letReach(toolbar, buttonsOf(toolbar)[0]);
  const disabling = new MutationObserver(() => {
    const buttons = buttonsOf(toolbar);
    if (!buttons.some((button) => button.tabIndex === 0)) letReach(toolbar, buttons[0]);
  });
  disabling.observe(toolbar, { subtree: true, attributeFilter: ['disabled'] });
  return () => disabling.disconnect();
}

export function moveRoving(event: KeyboardEvent<HTMLElement>): void {
  const buttons = buttonsOf(event.currentTarget);
  const from = buttons.findIndex((button) => button === event.target);
  const step = STEPS[event.key];
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : step && (from + step + buttons.length) % buttons.length;
  const next = to === undefined || from === -1 ? undefined : buttons[to];
  if (!next) return;
  event.preventDefault();
  letReach(event.currentTarget, next);
  next.focus();
}
