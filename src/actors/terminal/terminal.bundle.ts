import type { StoredTerminal } from '#domain/terminal/terminal-store';
import type { terminalMachine } from '#machines/terminal/terminal.machine';
import type { PlaybackPorts } from './playback.actors.ts';
import { createTerminalOutput, type TerminalOutput } from './terminal-output.ts';
import { readTerminal, terminalLogic, type TerminalPorts } from './terminal.actors.ts';

/** The terminal's machine, and what views use beside it. */
export interface TerminalBundle {
  readonly terminal: typeof terminalMachine;
  readonly readStored: (ownerId: number) => StoredTerminal;
  readonly output: TerminalOutput;
  /** What a run is played again with; the rest comes with its window. */
  readonly playback: PlaybackPorts;
}

/** What only super administrators need: the terminal with its effects. Loaded when one has entered the back office. */
export function terminalBundle(ports: Omit<TerminalPorts, 'output'> & { readonly onFrame: (run: () => void) => void }): TerminalBundle {
  const output = createTerminalOutput(ports.onFrame);
  return {
    terminal: terminalLogic({ ...ports, output }),
    readStored: (ownerId) => readTerminal(ports.storage, ownerId),
    output,
    playback: { call: ports.call, output },
  };
}
