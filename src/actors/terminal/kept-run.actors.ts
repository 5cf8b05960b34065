import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { readKeptRun } from '#api/contract/terminal/kept-runs';
import { withoutColours } from '#domain/terminal/without-colours';
import { keptRunMachine } from '#machines/terminal/kept-run.machine';
import { linesOf, type OutputLine } from './terminal-output.ts';

export interface KeptRunPorts {
  readonly call: Call;
  /** Lets the browser save a file. */
  readonly saveFile: (name: string, content: Blob) => void;
}

/** One run that is looked at: its behaviour, and what it has said so far. */
export interface KeptRunDesk {
  readonly logic: typeof keptRunMachine;
  /** The list itself, which grows with each portion. */
  readonly lines: () => readonly OutputLine[];
  /** All of it without colours, as it is copied and saved. */
  readonly text: () => string;
  readonly save: (id: number) => void;
}

/** A run that nobody has asked for yet. */
export function newKeptRun({ call, saveFile }: KeptRunPorts): KeptRunDesk {
  const lines: OutputLine[] = [];
  let known = 0;
  const text = (): string => lines.map((line) => withoutColours(line.text)).join('\n');
  const logic = keptRunMachine.provide({
    actors: {
      read: fromPromise(async ({ input: { id, uuid, after }, signal }) => {
        const which = id === null ? { uuid: uuid ?? '' } : { id };
        const portion = await call(readKeptRun, { ...which, after }, { signal, duplicates: 'allowed', quietErrors: true });
        // An actor that starts anew asks for what is here already.
        if (after < known) lines.length = 0;
        known = portion.seq;
        for (const block of portion.output) for (const line of linesOf(block, null)) lines.push(line);
        return { run: portion.run, seq: portion.seq, isMore: portion.isMore, lineCount: lines.length };
      }),
    },
  });
  return {
    logic,
    lines: () => lines,
    text,
    save: (id) => saveFile(`terminal-run-${id}.txt`, new Blob([text(), '\n'], { type: 'text/plain;charset=utf-8' })),
  };
}
