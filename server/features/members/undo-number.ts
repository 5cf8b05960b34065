import type { ServerPorts } from '../../ports/ports.ts';

/** Without those that look like others: people type it from a message. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 16;

/** Eighty bits in four groups, such as `K7QM-2WXR-9BTA-HC4N`. */
export function drawUndoNumber({ randomBytes }: Pick<ServerPorts, 'randomBytes'>): string {
  const letters = Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('');
  return letters.replaceAll(/(.{4})(?=.)/gu, '$1-');
}

/** As it is stored, however it was typed. */
export const plainUndoNumber = (typed: string): string => typed.toUpperCase().replaceAll(/[^0-9A-Z]/gu, '');
