/** Moves the keyboard among rows: one of them can be reached by Tab, the arrows go on from there. */
const rowsOf = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(':scope > [data-id]')];

/** Lets Tab reach this row and no other of its list. */
export function holdFocus(row: HTMLElement): void {
  const list = row.parentElement;
  if (!list) return;
  // Only the one that was reachable: a hundred untouched rows stay untouched.
  for (const other of list.querySelectorAll<HTMLElement>(':scope > [tabindex="0"]')) other.tabIndex = -1;
  row.tabIndex = 0;
}

/** As the `ref` of a list of rows: one of them can always be reached by Tab, the first where the keyboard is in none of them. */
export function letTabIn(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return undefined;
  const begin = (): void => {
    if (list.contains(document.activeElement)) return;
    const first = list.querySelector<HTMLElement>(':scope > [data-id]');
    if (first) holdFocus(first);
  };
  begin();
  // What is added, found or paged to stands in front of what could be reached before.
  const observer = new MutationObserver(begin);
  observer.observe(list, { childList: true });
  return () => observer.disconnect();
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** @returns whether the key was one that moves */
export function moveFocus(row: HTMLElement, key: string): boolean {
  const step = STEPS[key];
  const list = row.parentElement;
  if (step === undefined || !list) return false;
  const rows = rowsOf(list);
  const next = rows[Math.min(rows.length - 1, Math.max(0, rows.indexOf(row) + step))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return true;
}

/** As the `ref` of a row: where it goes with the keyboard in it, such as when it was deleted, the row after it takes over, or the one before. */
export function passFocusOn(row: HTMLElement | null): (() => void) | undefined {
  if (!row) return undefined;
  return () => {
    if (!row.contains(document.activeElement)) return;
    const rows = row.parentElement ? rowsOf(row.parentElement) : [];
    const at = rows.indexOf(row);
    (rows[at + 1] ?? rows[at - 1])?.focus();
  };
}
