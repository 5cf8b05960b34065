import { createFrameListeners, type OnFrame } from '../base/frame-listeners.ts';
import type { WireRunEvent } from './terminal-run.ts';

/** One line of output; `atMs` is milliseconds since the run's first message, null where nobody knows. */
export interface OutputLine {
  readonly text: string;
  readonly atMs: number | null;
}

/**
 * The output lines of every run, beside the machines: a hundred thousand lines are neither events nor context. Lines are only added;
 * a view is told once a frame.
 */
export interface TerminalOutput {
  readonly append: (runUuid: string, lines: readonly OutputLine[]) => void;
  readonly clear: (runUuid: string) => void;
  /** The lines themselves, not a copy: the list grows while `revision` does. */
  readonly lines: (runUuid: string) => readonly OutputLine[];
  readonly tail: (runUuid: string, count: number) => readonly string[];
  /** Changes with every frame that brought something. */
  readonly revision: () => number;
  readonly subscribe: (listener: () => void) => () => void;
}

const NO_LINES: readonly OutputLine[] = [];

export function createTerminalOutput(onFrame: OnFrame): TerminalOutput {
  const runs = new Map<string, OutputLine[]>();
  let revision = 0;
  const { notify, subscribe } = createFrameListeners(onFrame, () => {
    revision += 1;
  });
  return {
    append(runUuid, lines) {
      const known = runs.get(runUuid);
      if (known) for (const line of lines) known.push(line);
      else runs.set(runUuid, [...lines]);
      notify();
    },
    clear(runUuid) {
      if (runs.delete(runUuid)) notify();
    },
    lines: (runUuid) => runs.get(runUuid) ?? NO_LINES,
    tail: (runUuid, count) => (count === 0 ? [] : (runs.get(runUuid) ?? NO_LINES).slice(-count).map(({ text }) => text)),
    revision: () => revision,
    subscribe,
  };
}

/** A block of output as lines. */
export const linesOf = (block: string, atMs: number | null): OutputLine[] =>
  block
    .replace(/\r?\n$/u, '')
    .split(/\r?\n/u)
    .map((text) => ({ text, atMs }));

/** The lines of a recorded run. */
export const recordedLines = (events: readonly WireRunEvent[]): OutputLine[] =>
  events.flatMap(({ kind, data, at }) => (kind === 'output' ? linesOf(data, at) : []));
