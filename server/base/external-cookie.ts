/**
 * The one cookie of this server. It holds a sign-in at a provider to the browser that began it, so that nobody is signed in by an answer that was
 * meant for somebody else; it authenticates nobody. Why: docs/decisions/180-others-may-vouch.md
 */
const PLAIN = 'external-sign-in';
/** No neighbouring host and no page without encryption can set it. */
const HOST_ONLY = `__Host-${PLAIN}`;
const SHAPE = /(?<=^|;)\s*(__Host-)?external-sign-in=([\w-]{43})\s*(?=;|$)/gu;

/**
 * What a sign-in knows its browser by. A cookie that a neighbouring host could have set is never taken for one that none can: planted in
 * somebody's browser, it would lead them into the account of whoever planted it.
 */
export const knownBy = (token: string, isEncrypted: boolean): string => (isEncrypted ? `${HOST_ONLY}=${token}` : token);

/** @param header `Cookie`; @returns what the browser is known by; null where it has none, or something else under that name */
export function cookieIn(header: string | null): string | null {
  if (header === null) return null;
  const found = [...header.slice(0, 16_384).matchAll(SHAPE)];
  const [, prefix, token = ''] = found.find(([, prefixed]) => prefixed !== undefined) ?? found[0] ?? [];
  return token === '' ? null : knownBy(token, prefix !== undefined);
}

/** `Set-Cookie`. @param token 32 bytes in base64url */
export const externalCookie = (token: string, isEncrypted: boolean, seconds: number): string =>
  `${isEncrypted ? HOST_ONLY : PLAIN}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isEncrypted ? '; Secure' : ''}`;
