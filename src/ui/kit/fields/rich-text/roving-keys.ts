import type { KeyboardEvent } from 'react';

/** Moves the keyboard within a toolbar: one of its buttons can be reached by Tab, the arrows go on from there. */
const buttonsOf = (toolbar: HTMLElement): HTMLButtonElement[] => [...toolbar.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Lets Tab reach the first button only; for the toolbar's `ref`. */
export function startRoving(toolbar: HTMLElement | null): void {
  if (!toolbar) return;
  for (const [index, button] of toolbar.querySelectorAll('button').entries()) button.tabIndex = index === 0 ? 0 : -1;
}

export function moveRoving(event: KeyboardEvent<HTMLElement>): void {
  const buttons = buttonsOf(event.currentTarget);
  const from = buttons.findIndex((button) => button === event.target);
  const step = STEPS[event.key];
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : step && (from + step + buttons.length) % buttons.length;
  const next = to === undefined || from === -1 ? undefined : buttons[to];
  if (!next) return;
  event.preventDefault();
  for (const button of event.currentTarget.querySelectorAll('button')) button.tabIndex = button === next ? 0 : -1;
  next.focus();
}
