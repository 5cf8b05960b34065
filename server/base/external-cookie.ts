/**
 * The one cookie of this server. It holds a sign-in at a provider to the browser that began it, so that nobody is signed in by an answer that was
 * meant for somebody else; it authenticates nobody. Why: docs/decisions/180-others-may-vouch.md
 */
const PLAIN = 'external-sign-in';
/** No neighbouring host and no page without encryption can set it. */
const HOST_ONLY = `__Host-${PLAIN}`;
const SHAPE = /(?:^|;)\s*(?:__Host-)?external-sign-in=([\w-]{43})\s*(?:;|$)/u;

/** @param header `Cookie`; @returns null where it has none, or something else under that name */
export const cookieIn = (header: string | null): string | null => SHAPE.exec(header?.slice(0, 16_384) ?? '')?.[1] ?? null;

/** `Set-Cookie`. @param token 32 bytes in base64url */
export const externalCookie = (token: string, isEncrypted: boolean, seconds: number): string =>
  `${isEncrypted ? HOST_ONLY : PLAIN}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isEncrypted ? '; Secure' : ''}`;
