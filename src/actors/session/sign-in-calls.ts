import type { Call } from '#api/client';
import type { Area } from '#domain/base/area';
import type { Credentials, SignedIn } from '#machines/session/sign-in.vocabulary';
import { oneSignIn } from '../base/one-sign-in.ts';
import { adminInfoOf, tokenPairOf } from './admin-info.ts';
import { memberInfoOf } from './member-info.ts';

type Enter = (call: Call, credentials: Credentials, signal: AbortSignal) => Promise<SignedIn>;

const loginInput = ({ username, password, keep, captcha, code }: Credentials) => ({
  username: username.trim(),
  password,
  keep,
  ...(captcha && { captchaId: captcha.id, captchaInfo: captcha.info }),
  ...(code && { factorCode: code }),
});

const vouchedInput = ({ keep, code }: Credentials) => ({ keep, ...(code && { factorCode: code }) });

const enterAdmin: Enter = async (call, credentials, signal) => {
  // The page that opens says it; a notice would only lie over it.
  const options = { signal, quiet: true };
  // Who comes by a provider has been vouched for in this browser; most sites have none.
  const { userInfo } = credentials.by
    ? await call((await import('#api/contract/external/external')).enterExternal, vouchedInput(credentials), options)
    : await call((await import('#api/contract/session/session')).login, loginInput(credentials), options);
  return { person: adminInfoOf(userInfo), tokens: tokenPairOf(userInfo.token, userInfo.refresh_token) };
};

const enterMember: Enter = async (call, credentials, signal) => {
  const options = { signal, quiet: true };
  const { userInfo } = credentials.by
    ? await call((await import('#api/contract/external/external')).enterExternalMember, vouchedInput(credentials), options)
    : await call((await import('#api/contract/members/member-session')).checkIn, { tab: 'login', ...loginInput(credentials) }, options);
  return { person: memberInfoOf(userInfo), tokens: tokenPairOf(userInfo.token ?? '', userInfo.refresh_token) };
};

/** Lets somebody in to an area by what they have typed, or by what a provider has said of them. */
export const signInBy = (call: Call, area: Area, credentials: Credentials, signal: AbortSignal): Promise<SignedIn> =>
  oneSignIn(area, signal, () => (area === 'admin' ? enterAdmin : enterMember)(call, credentials, signal));
