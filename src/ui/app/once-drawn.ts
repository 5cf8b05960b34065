import { waitFor } from 'xstate';
import type { Journal } from '#actors/observe/journal';
import { selectSite, type AppRef } from '#machines/app/app.machine';
import { preparePrint } from './print.ts';
import { readAgain } from './read-again.ts';
import { startReturns } from './return-focus.ts';

export interface DrawnPage {
  readonly app: AppRef;
  readonly journal: Pick<Journal, 'inspect'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What a page has once it is drawn, and nobody waits for: what paper needs, where the keyboard returns to, what comes back with the line, and styles of other hosts; without any, their code does not come either. */
export async function onceDrawn({ app, journal, now }: DrawnPage): Promise<void> {
  const siteOf = () => selectSite(app.getSnapshot());
  preparePrint(siteOf, now);
  startReturns();
  readAgain();
  await waitFor(app, (snapshot) => selectSite(snapshot).styleSheets.length > 0);
  const { startOutsideStyles } = await import('#actors/app/outside-styles.actors');
  startOutsideStyles({ app, journal, siteOf });
}
