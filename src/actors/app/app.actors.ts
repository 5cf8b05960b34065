import { distinctUntilChanged, map } from 'rxjs';
import { fromCallback, fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { AREAS } from '#domain/base/area';
import { appMachine } from '#machines/app/app.machine';
import { selectIsSignedIn, selectPerson, type SessionSnapshot } from '#machines/session/session.machine';
import type { TerminalInput, TerminalStart } from '#machines/terminal/terminal.vocabulary';
import { runningIn } from '../base/system.ts';
import type { AppPorts, PagePort } from '../base/ports.ts';
import { siteConfigOf } from '../base/site-config.ts';
import { snapshots } from '../base/snapshots.ts';

type Logics = Parameters<typeof appMachine.provide>[0]['actors'] & object;

export interface RootPorts {
  readonly call: Call;
  readonly page: PagePort;
  readonly embeddedSite: NonNullable<AppPorts['embeddedSite']>;
  /** The logics of the root's children with their effects bound. */
  readonly children: Omit<Logics, 'loadSite' | 'watchSessions' | 'loadTerminal'>;
  readonly loadTerminal: (settings: TerminalStart) => Promise<TerminalInput>;
}

const signedInAs = (snapshot: SessionSnapshot): number | null => (selectIsSignedIn(snapshot) ? (selectPerson(snapshot)?.id ?? 0) : null);

/** The root: asks for the site, and watches who signs in and out. */
export const appLogic = ({ call, page, embeddedSite, children, loadTerminal }: RootPorts): typeof appMachine =>
  appMachine.provide({
    actors: {
      ...children,
      loadTerminal: fromPromise(({ input }) => loadTerminal(input)),
      loadSite: fromPromise(async ({ signal }) => {
        const embedded = embeddedSite();
        if (embedded) return siteConfigOf(embedded);
        const { frontInit } = await import('#api/contract/session/session');
        // Other servers say beside the site whether there is a member centre.
        const { site, openMemberCenter } = await call(frontInit, {}, { signal });
        return siteConfigOf({ ...site, openMemberCenter });
      }),
      watchSessions: fromCallback(({ sendBack, system }) => {
        const watching = AREAS.map((area) => {
          let before: number | null = null;
          return snapshots(runningIn(system, `${area}Session`))
            .pipe(map(signedInAs), distinctUntilChanged())
            .subscribe((now) => {
              if (now === null || before === null) sendBack({ type: `${area}Session.signed${now === null ? 'Out' : 'In'}` });
              // Servers of the older dialect say later whom they have let in: until then the number is 0.
              else if (before && now) sendBack({ type: `${area}Session.replaced` });
              before = now;
            });
        });
        return () => watching.forEach((subscription) => subscription.unsubscribe());
      }),
    },
    actions: { reportDefect: (_, { error }) => page.reportDefect(error) },
  });
