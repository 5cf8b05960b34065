/** What waits for the end of the press that is under way; null where no pointer is down. */
let waiting: (() => void)[] | null = null;

const ENDS = ['pointerup', 'pointercancel'] as const;

function end(): void {
  ENDS.forEach((name) => window.removeEventListener(name, end, true));
  const all = waiting ?? [];
  waiting = null;
  // The click of it comes first.
  setTimeout(() => all.forEach((done) => done()));
}

function begin(): void {
  waiting ??= [];
  ENDS.forEach((name) => window.addEventListener(name, end, true));
}

if (typeof window !== 'undefined') window.addEventListener('pointerdown', begin, true);

/** Does at once what may move the page, or behind the press that is under way: a button that goes from under the pointer is never clicked. */
export function afterPress(done: () => void): void {
  if (waiting === null) done();
  else waiting.push(done);
}
