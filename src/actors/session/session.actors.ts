import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import type { Area } from '#domain/base/area';
import { sessionMachine } from '#machines/session/session.machine';
import type { Credentials } from '#machines/session/sign-in-vocabulary';
import { adminInfoOf, tokenPairOf } from './admin-info.ts';

export interface SessionPorts {
  readonly call: Call;
  /** The area's calls carry another token from now on. */
  readonly tokenReplaced: (area: Area) => void;
  readonly reload: () => void;
}

/** Signing in to and out of the back office. Source: wire protocol §2.3, §2.4; specification §4 "Language and login". */
export const sessionLogic = ({ call, tokenReplaced, reload }: SessionPorts): typeof sessionMachine =>
  sessionMachine.provide({
    actors: {
      readLogin: fromPromise(async ({ signal }) => call((await words()).readLogin, {}, { signal })),
      signIn: fromPromise(async ({ input, signal }) => {
        // The page that opens says it; a notice would only lie over it.
        const { userInfo } = await call((await words()).login, loginInput(input.credentials), { signal, quiet: true });
        return { person: adminInfoOf(userInfo), tokens: tokenPairOf(userInfo.token, userInfo.refresh_token) };
      }),
      signOut: fromPromise(async ({ input: { refreshToken }, signal }) => {
        await call((await words()).logout, refreshToken ? { refreshToken } : {}, { signal });
      }),
    },
    actions: {
      announceToken: (_, { area }) => tokenReplaced(area),
      reloadPage: reload,
    },
  });

/** The contract's words come with the first call: the page is drawn without them. */
const words = () => import('#api/contract/session/session');

const loginInput = ({ username, password, keep, captcha, code }: Credentials) => ({
  username: username.trim(),
  password,
  keep,
  ...(captcha && { captchaId: captcha.id, captchaInfo: captcha.info }),
  ...(code && { factorCode: code }),
});
