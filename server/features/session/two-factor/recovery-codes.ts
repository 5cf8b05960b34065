import { sha256 } from '../../../base/digest.ts';
import type { Account } from '../../../resources/access/locked-account.ts';

const COUNT = 10;
const LETTERS = 16;
/** 32 letters and digits that cannot be mistaken for one another, so that a byte's five bits choose one. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Ten codes of 80 bits each, in groups of four. */
export function drawRecoveryCodes(randomBytes: (count: number) => Uint8Array<ArrayBuffer>): readonly string[] {
  const one = (): string => [...randomBytes(LETTERS)].map((byte) => ALPHABET[byte % 32]).join('');
  return Array.from({ length: COUNT }, () => one().replaceAll(/.{4}(?=.)/gu, '$&-'));
}

/** As people may type it: with spaces or capitals, or without the hyphens. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/gu, '').toLowerCase();

/** Random enough to need no salt; bound to its account, so that a row moved elsewhere opens nothing. */
export const hashOfRecoveryCode = (account: Account, code: string): Promise<string> =>
  sha256(JSON.stringify(['recovery', account.area, account.accountId, plainCode(code)]));
