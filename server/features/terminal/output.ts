import {
  TERMINAL_BATCH_LENGTH,
  TERMINAL_BATCH_LINES,
  TERMINAL_OUTPUT_LENGTH,
  TERMINAL_OUTPUT_LINES,
  TERMINAL_TAIL_LINES,
} from '../../base/limits.ts';

const ESC = '\u001B';
const BEL = '\u0007';
/** Any sequence for a screen: with parameters, a title, a string, or two letters. */
const SEQUENCE = new RegExp(
  `${ESC}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\)?|[PX^_][^${ESC}]*(?:${ESC}\\\\)?|[ -/]*[0-Z\\\\\`-~]?)`,
  'gu',
);
const COLOR = new RegExp(`${ESC}\\[[\\d;:]*m`, 'gu');
const COLOR_ALONE = new RegExp(`^${ESC}\\[[\\d;:]*m$`, 'u');
const CONTROL = new RegExp(`[^\\P{Cc}\\t${ESC}]`, 'gu');

/** A line as it is stored: colours stay, whatever else would move a cursor, set a title or ring a bell does not. */
export const cleanLine = (line: string): string =>
  line.replace(SEQUENCE, (sequence) => (COLOR_ALONE.test(sequence) ? sequence : '')).replace(CONTROL, '');

/** For clients that show plain text. */
export const withoutColors = (text: string): string => text.replaceAll(COLOR, '');

/** Lines in portions that make one event each. */
export function* lineBatches(lines: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let length = 0;
  for (const line of lines) {
    if (batch.length > 0 && (batch.length >= TERMINAL_BATCH_LINES || length + line.length > TERMINAL_BATCH_LENGTH)) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(line);
    length += line.length + 1;
  }
  if (batch.length > 0) yield batch;
}

export interface OutputLimit {
  /** @returns what still has room */
  take(lines: readonly string[]): readonly string[];
  /** What had none: how many lines were left out, and the last ones, which mostly say how it ended. Null when everything had room. */
  rest(): { readonly leftOut: number; readonly tail: readonly string[] } | null;
}

/** Bounds what a run stores. A command that talks too much is not ended for it. */
export function createOutputLimit(): OutputLimit {
  let lineCount = 0;
  let length = 0;
  let isFull = false;
  let leftOut = 0;
  let tail: string[] = [];
  return {
    take(lines) {
      const taken: string[] = [];
      for (const line of lines) {
        isFull ||= lineCount >= TERMINAL_OUTPUT_LINES || length + line.length > TERMINAL_OUTPUT_LENGTH;
        if (isFull) {
          tail.push(line);
          continue;
        }
        taken.push(line);
        lineCount += 1;
        length += line.length + 1;
      }
      const tooMany = tail.length - TERMINAL_TAIL_LINES;
      if (tooMany > 0) {
        tail = tail.slice(tooMany);
        leftOut += tooMany;
      }
      return taken;
    },
    rest: () => (isFull ? { leftOut, tail } : null),
  };
}
