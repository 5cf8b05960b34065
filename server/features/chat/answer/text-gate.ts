import { CHAT_SEAM_LENGTH } from '../base/limits.ts';

/** What a text passes on its way from a model into the log. It may hold back what it cannot judge yet. */
export interface TextGate {
  push(piece: string): string;
  /** What was held back. */
  rest(): string;
}

/** Whether a code unit is the first half of a character. */
export const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/**
 * Keeps characters whole: half of one at the end waits for its other half, so that no event is cut inside it; what no database takes
 * is left out.
 */
export function wholeCharacters(): TextGate {
  let half = '';
  return {
    push(piece) {
      const text = (half + piece).replaceAll('\u0000', '');
      half = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(-1) : '';
      return half === '' ? text.toWellFormed() : text.slice(0, -1).toWellFormed();
    },
    rest: () => (half === '' ? '' : '\uFFFD'),
  };
}

/** How much of the beginning of `added` stands at the end of `written` already. */
export function seamLength(written: string, added: string): number {
  for (let length = Math.min(CHAT_SEAM_LENGTH, written.length, added.length); length > 0; length -= 1)
    if (written.endsWith(added.slice(0, length))) return length;
  return 0;
}

/** The least that counts as said again: shorter ends are alike by chance. */
const LEAST_SEAM = 4;

/** Leaves out what a model that goes on says once more. The beginning waits until it is long enough to tell. */
export function seamCut(written: string): TextGate {
  let waiting: string | null = written === '' ? null : '';
  const cut = (): string => {
    const text = waiting ?? '';
    waiting = null;
    const seam = seamLength(written, text);
    return seam >= LEAST_SEAM ? text.slice(seam) : text;
  };
  return {
    push(piece) {
      if (waiting === null) return piece;
      waiting += piece;
      return waiting.length >= CHAT_SEAM_LENGTH ? cut() : '';
    },
    rest: () => (waiting === null ? '' : cut()),
  };
}

/** What the two texts of an answer pass. */
export type AnswerGates = Readonly<Record<'text' | 'thinking', TextGate>>;

/** One gate behind the other. */
export function gatesInOrder(...gates: readonly TextGate[]): TextGate {
  return {
    push: (piece) => gates.reduce((text, gate) => gate.push(text), piece),
    rest: () => gates.reduce((text, gate) => gate.push(text) + gate.rest(), ''),
  };
}
