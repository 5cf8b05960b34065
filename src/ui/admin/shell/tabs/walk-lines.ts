import type { KeyboardEvent } from 'react';

/** Up and down walk through the lines of a list from the box above it and back; Delete closes the line that the keyboard is on. */
export function walkLines(event: KeyboardEvent<HTMLElement>): void {
  if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  const panel = event.currentTarget;
  const lines = [...panel.querySelectorAll<HTMLElement>('[data-line]')];
  const line = (event.target as Element).closest('li')?.querySelector<HTMLElement>('[data-line]') ?? null;
  const at = line ? lines.indexOf(line) : -1;
  const box = panel.querySelector('input');
  if (event.key === 'ArrowDown') lines[Math.min(at + 1, lines.length - 1)]?.focus();
  else if (event.key === 'ArrowUp') (at <= 0 ? box : lines[at - 1])?.focus();
  else if (event.key === 'Delete' && line) {
    const close = line.closest('li')?.querySelector<HTMLElement>('[data-close]');
    if (!close) return;
    (lines[at + 1] ?? lines[at - 1] ?? box)?.focus();
    close.click();
  } else return;
  event.preventDefault();
}
