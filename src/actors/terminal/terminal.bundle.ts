import type { StoredTerminal } from '#domain/terminal/terminal-store';
import type { playbackMachine } from '#machines/terminal/playback.machine';
import type { terminalMachine } from '#machines/terminal/terminal.machine';
import { createReels, filmLogic, type Reels } from './playback.actors.ts';
import { createTerminalOutput, type TerminalOutput } from './terminal-output.ts';
import { readTerminal, terminalLogic, type TerminalPorts } from './terminal.actors.ts';

export interface TerminalParts {
  readonly output: TerminalOutput;
  readonly film: typeof playbackMachine;
  readonly reels: Reels;
}

interface TerminalPart {
  readonly logic: typeof terminalMachine;
  readonly stored: StoredTerminal;
  /** What views use beside the machine: lines of output, and recorded runs. */
  readonly parts: TerminalParts;
}

/** What only super administrators need: the terminal with its effects. Loaded when one has entered the back office. */
export function terminalPart(ports: Omit<TerminalPorts, 'output'> & { readonly onFrame: (run: () => void) => void }): TerminalPart {
  const output = createTerminalOutput(ports.onFrame);
  const reels = createReels();
  return {
    logic: terminalLogic({ ...ports, output }),
    stored: readTerminal(ports.storage),
    parts: { output, reels, film: filmLogic({ call: ports.call, output, reels }) },
  };
}
