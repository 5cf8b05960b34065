import { UNDO_LENGTH, UNDO_LETTERS } from '#domain/members/undo-number';
import type { ServerPorts } from '../../../ports/ports.ts';

/** Eighty bits in four groups, such as `K7QM-2WXR-9BTA-HC4N`. */
export function drawUndoNumber({ randomBytes }: Pick<ServerPorts, 'randomBytes'>): string {
  const letters = Array.from(randomBytes(UNDO_LENGTH), (byte) => UNDO_LETTERS[byte % UNDO_LETTERS.length]).join('');
  return letters.replaceAll(/(.{4})(?=.)/gu, '$1-');
}
