import type { Call } from '#api/client';
import { enterExternal, enterExternalMember } from '#api/contract/external/external';
import type { Area } from '#domain/base/area';
import type { Credentials, SignedIn } from '#machines/session/sign-in.vocabulary';
import { adminInfoOf, tokenPairOf } from './admin-info.ts';
import { memberInfoOf } from './member-info.ts';

/** Lets somebody in for whom a provider has spoken in this browser; most sites have none. */
export async function enterByProvider(call: Call, area: Area, { keep, code }: Credentials, signal: AbortSignal): Promise<SignedIn> {
  const input = { keep, ...(code && { factorCode: code }) };
  if (area === 'admin') {
    const { userInfo } = await call(enterExternal, input, { signal, quiet: true });
    return { person: adminInfoOf(userInfo), tokens: tokenPairOf(userInfo.token, userInfo.refresh_token) };
  }
  const { userInfo } = await call(enterExternalMember, input, { signal, quiet: true });
  return { person: memberInfoOf(userInfo), tokens: tokenPairOf(userInfo.token ?? '', userInfo.refresh_token) };
}
