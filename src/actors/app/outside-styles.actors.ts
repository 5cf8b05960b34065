import { createActor, fromCallback, type AnyActorRef } from 'xstate';
import type { SiteConfig } from '#domain/app/site-config';
import { outsideStylesMachine, type OutsideStylesEvent, type OutsideStylesRef } from '#machines/app/outside-styles.machine';
import type { Journal } from '../observe/journal.ts';

/** Its rules can be read where the host allows it; where it does not, the sheet is shown all the same. */
function showSheet(sheet: string, isReadable: boolean, tell: (event: OutsideStylesEvent) => void): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = sheet;
  if (isReadable) link.crossOrigin = 'anonymous';
  link.addEventListener('load', () => tell({ type: 'sheet.loaded', sheet }));
  link.addEventListener('error', () => {
    if (isReadable && link.isConnected) link.replaceWith(showSheet(sheet, false, tell));
    else tell({ type: 'sheet.failed', sheet });
  });
  link.dataset['outside'] = sheet;
  return link;
}

/** Puts links into the page's head. */
export const outsideStylesLogic = (): typeof outsideStylesMachine =>
  outsideStylesMachine.provide({
    actors: {
      loadSheets: fromCallback(({ input: { sheets }, sendBack }) => {
        document.head.append(...sheets.map((sheet) => showSheet(sheet, true, sendBack)));
        return () => document.head.querySelectorAll('link[data-outside]').forEach((link) => link.remove());
      }),
    },
  });

export interface OutsideStylesPorts {
  readonly app: AnyActorRef;
  readonly siteOf: () => SiteConfig;
  readonly journal: Pick<Journal, 'inspect'>;
}

/** Follows what the site wants, also when it changes while the page is open. */
export function startOutsideStyles({ app, siteOf, journal }: OutsideStylesPorts): OutsideStylesRef {
  const styles = createActor(outsideStylesLogic(), { id: 'outsideStyles', inspect: journal.inspect }).start();
  const follow = () => styles.send({ type: 'styles.wanted', sheets: siteOf().styleSheets });
  follow();
  let before = siteOf();
  app.subscribe(() => {
    if (siteOf() === before) return;
    before = siteOf();
    follow();
  });
  return styles;
}
