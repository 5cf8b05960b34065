import { plainUndoNumber, UNDO_LENGTH, UNDO_LETTERS } from '#domain/members/undo-number';
import type { Client } from '../../../base/caller.ts';
import { sha256 } from '../../../base/digest.ts';
import { ADDRESS_UNDO_SECONDS, UNDO_NUMBERS_PER_NETWORK } from '../../../base/limits.ts';
import { networkOf } from '../../../base/network.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import type { Guesses } from '../../base/guesses.ts';

/** Eighty bits in four groups, such as `K7QM-2WXR-9BTA-HC4N`. */
function drawUndoNumber({ randomBytes }: Pick<ServerPorts, 'randomBytes'>): string {
  const letters = Array.from(randomBytes(UNDO_LENGTH), (byte) => UNDO_LETTERS[byte % UNDO_LETTERS.length]).join('');
  return letters.replaceAll(/(.{4})(?=.)/gu, '$1-');
}

/** A number, and what is kept of it: nobody who reads the table could type it. */
export async function newUndoNumber(ports: Pick<ServerPorts, 'randomBytes' | 'clock'>) {
  const number = drawUndoNumber(ports);
  return { number, kept: { hash: await sha256(plainUndoNumber(number)), expire_time: nowSeconds(ports) + ADDRESS_UNDO_SECONDS } };
}

/** One that is unknown, spent or over is refused in the same words. */
export const undoNumberWrong = () => new FieldsRefused({ number: { key: 'refusals.member.numberWrong' } });

/**
 * Whose change of address a typed number takes back, of members and of administrators. Guesses at both are counted together, by network.
 * @throws FieldsRefused at `number`
 */
export async function findByUndoNumber<Found extends object>(
  { guesses }: { readonly guesses: Pick<Guesses, 'validateOrRefuse'> },
  number: string,
  client: Client,
  find: (hash: string) => Promise<Found | undefined>,
): Promise<Found> {
  const hash = await sha256(plainUndoNumber(number));
  const keys = [{ key: `address-undo:${networkOf(client.ip)}`, limit: UNDO_NUMBERS_PER_NETWORK }];
  const found = await guesses.validateOrRefuse(keys, async () => (await find(hash)) ?? null);
  if (found === null) throw undoNumberWrong();
  return found;
}
