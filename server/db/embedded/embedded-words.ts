import type { Logger } from '../../base/logger.ts';

/** A line of the engine's own log. */
export interface EngineWords {
  readonly severity: string;
  readonly text: string;
}

const LINE = /^[\d-]{10} [\d:.]{8,12} \w+ \[\d+\] (\w+): {2}(.*)$/u;
/** How the log ends when a process was killed: zeros, or what an earlier use of the file has left. */
const USUAL_END =
  /^(?:invalid record length at .* got 0|invalid magic number 0000 .*|unexpected pageaddr .*|record with incorrect prev-link .*)$/u;
const BEGINS = 'redo starts at';
const ENDS = 'redo done at';

export function engineWords(line: string): EngineWords | null {
  const [, severity, text] = LINE.exec(line) ?? [];
  return severity === undefined || text === undefined ? null : { severity, text };
}

/** What the engine said while it was opened, told in our log. */
export function createEngineListener(logger: Logger): { hear(words: EngineWords): void; lastWords(): string | null } {
  let isReplaying = false;
  let last: string | null = null;
  return {
    hear({ severity, text }) {
      if (severity === 'FATAL' || severity === 'PANIC') last = text;
      // What explains the line before it.
      if (severity === 'DETAIL' && last !== null) last = `${last} (${text})`;
      if (severity !== 'LOG') {
        logger.warn('database.engineSaid', { severity, text });
        return;
      }
      if (text.startsWith(ENDS)) isReplaying = false;
      if (isReplaying && !USUAL_END.test(text)) {
        // Whatever was written behind this place is lost, acknowledged or not.
        logger.warn('database.replayEndedEarly', { text });
      } else logger.info('database.engineSaid', { severity, text });
      if (text.startsWith(BEGINS)) isReplaying = true;
    },
    lastWords: () => last,
  };
}
