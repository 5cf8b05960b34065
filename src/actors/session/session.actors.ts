import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import type { Area } from '#domain/base/area';
import { sessionMachine } from '#machines/session/session.machine';
import { HEARD_WITHIN_MS } from './heard-within.ts';

export interface SessionPorts {
  readonly call: Call;
  /** The area's calls carry another token from now on. */
  readonly tokenReplaced: (area: Area) => void;
  /** The page begins anew, or goes on to `to`; whoever was signed in to the area leaves nothing in it. */
  readonly reload: (area: Area, to?: string) => void;
  /** Whether another tab of the browser holds unsaved work of the area; missing where tabs cannot know of each other. */
  readonly unsavedElsewhere?: ((area: Area) => Promise<boolean>) | undefined;
  /** Of the page. */
  readonly origin: () => string;
}

/** Signing in to an area and out of it. Source: wire protocol §2.3, §2.4, §2.6; specification §4 "Language and login". */
export const sessionLogic = ({ call, tokenReplaced, reload, unsavedElsewhere, origin }: SessionPorts): typeof sessionMachine => {
  const ways: Readonly<Record<Area, SessionWays>> = { admin: adminWays(call), member: memberWays(call) };
  return sessionMachine.provide({
    actors: {
      readLogin: fromPromise(({ input: { area }, signal }) => ways[area].readLogin(signal)),
      signIn: fromPromise(async ({ input: { area, credentials }, signal }) =>
        (await import('./sign-in-calls.ts')).signInBy(call, area, credentials, signal),
      ),
      readUnsavedElsewhere: fromPromise(async ({ input: { area } }) => (await unsavedElsewhere?.(area)) ?? false),
      signOut: fromPromise(({ input: { area, refreshToken }, signal }) =>
        ways[area].signOut({ origin: origin(), ...(refreshToken && { refreshToken }) }, signal),
      ),
    },
    actions: {
      announceToken: (_, { area }) => tokenReplaced(area),
      reloadPage: ({ context: { area } }) => reload(area),
      leavePage: ({ context: { area } }, { to }) => reload(area, to ?? undefined),
    },
  });
};

interface SessionWays {
  readonly readLogin: (signal: AbortSignal) => Promise<{ readonly captcha: boolean }>;
  readonly signOut: (input: { readonly origin: string; readonly refreshToken?: unknown }, signal: AbortSignal) => Promise<string | null>;
}

/** The contract's words come with the first call: the pages are drawn without them. */
const adminWords = () => import('#api/contract/session/session');
const memberWords = () => import('#api/contract/members/member-session');

const adminWays = (call: Call): SessionWays => ({
  readLogin: async (signal) => call((await adminWords()).readLogin, {}, { signal }),
  signOut: async (input, signal) => (await call((await adminWords()).logout, input, { signal, timeoutMs: HEARD_WITHIN_MS }))?.to ?? null,
});

const memberWays = (call: Call): SessionWays => ({
  readLogin: async (signal) => ({
    // The other tabs of the page ask the same for themselves.
    captcha: (await call((await memberWords()).readCheckIn, {}, { signal, duplicates: 'allowed' })).userLoginCaptchaSwitch,
  }),
  signOut: async (input, signal) =>
    (await call((await memberWords()).logoutMember, input, { signal, timeoutMs: HEARD_WITHIN_MS }))?.to ?? null,
});
