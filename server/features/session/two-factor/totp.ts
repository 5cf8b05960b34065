import { Secret, TOTP } from 'otpauth';

/** As many bytes as the hash inside has. Source: RFC 4226 §4. */
const SECRET_BYTES = 20;
/** Steps that a clock may be off, either way. */
const SKEW_STEPS = 1;
export const STEP_SECONDS = 30;

/** In base32, as authenticator apps take it. */
export const drawSecret = (randomBytes: (count: number) => Uint8Array<ArrayBuffer>): string =>
  new Secret({ buffer: randomBytes(SECRET_BYTES).buffer }).base32;

/** What the app shows beside its codes; colons would end the names too early. */
export interface FactorName {
  readonly issuer: string;
  readonly account: string;
}

const plain = (name: string): string => name.replaceAll(':', ' ').trim();

/** What a QR code for authenticator apps says: six digits, SHA-1, half a minute, which all of them understand. */
export const enrolmentUri = (secret: string, { issuer, account }: FactorName): string =>
  new TOTP({ issuer: plain(issuer), label: plain(account), secret: Secret.fromBase32(secret), period: STEP_SECONDS }).toString();

/** The time step that a code belongs to, or null when it belongs to none near now. Source: RFC 6238 §4, §5.2. */
export function totpStepOf(secret: string, code: string, nowSeconds: number): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: STEP_SECONDS });
  const delta = totp.validate({ token: code, timestamp: nowSeconds * 1000, window: SKEW_STEPS });
  return delta === null ? null : Math.floor(nowSeconds / STEP_SECONDS) + delta;
}
