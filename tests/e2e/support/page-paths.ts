import type { BrowserContext } from 'playwright-core';
import type { PathKind } from '#domain/observe/path-report';
import { PathRecord } from '#tests/machines/support/path-coverage.ts';
import { watchPaths } from '#tests/machines/support/path-watch.ts';

type Walked = readonly [machine: string, kind: PathKind, key: string];

const BINDING = 'troupeWalked';

/** Everything that the browser of one test file walks. */
let record = new PathRecord();

/** Each thing once a page load, and many at once: a call out of the page costs more than what it tells. */
function reporter(tell: (walked: readonly Walked[]) => Promise<void>): (...walked: Walked) => void {
  const told = new Set<string>();
  let waiting: Walked[] = [];
  const send = () => {
    const now = waiting;
    waiting = [];
    // A page that is left does not get an answer.
    tell(now).catch(() => {});
  };
  return (...walked) => {
    const name = walked.join(' ');
    if (told.has(name)) return;
    told.add(name);
    if (waiting.push(walked) === 1) queueMicrotask(send);
  };
}

/** Runs in the page before anything else, with the texts of the functions it needs. */
const inPage = `addEventListener('troupe:journal', ({ detail }) => {
  const report = (${String(reporter)})((walked) => globalThis.${BINDING}(walked));
  detail.watch((${String(watchPaths)})(report));
});`;

/** Has every page of a context tell which paths its machines walk. */
export async function recordPaths(context: BrowserContext): Promise<void> {
  await context.exposeBinding(BINDING, (_, walked: readonly Walked[]) => {
    for (const one of walked) record.add(...one);
  });
  await context.addInitScript(inPage);
}

/** The transitions of a machine that this file's pages have taken so far. */
export const takenInBrowser = (machine: string): ReadonlySet<string> => record.of(machine, 'transition');

/** Writes down what the browser has walked for a test file that is done, and begins anew for the next one. */
export function writeBrowserPaths(testPath: string): void {
  record.write('browser', testPath);
  record = new PathRecord();
}
