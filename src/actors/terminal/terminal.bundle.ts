import type { StoredTerminal } from '#domain/terminal/terminal-store';
import type { playbackMachine } from '#machines/terminal/playback.machine';
import type { terminalMachine } from '#machines/terminal/terminal.machine';
import { createRecordings, playbackLogic, type Recordings } from './playback.actors.ts';
import { createTerminalOutput, type TerminalOutput } from './terminal-output.ts';
import { readTerminal, terminalLogic, type TerminalPorts } from './terminal.actors.ts';

/** The terminal's machine, and what views use beside it: lines of output, and recorded runs. */
export interface TerminalBundle {
  readonly terminal: typeof terminalMachine;
  readonly readStored: (ownerId: number) => StoredTerminal;
  readonly output: TerminalOutput;
  readonly playback: typeof playbackMachine;
  readonly recordings: Recordings;
}

/** What only super administrators need: the terminal with its effects. Loaded when one has entered the back office. */
export function terminalBundle(ports: Omit<TerminalPorts, 'output'> & { readonly onFrame: (run: () => void) => void }): TerminalBundle {
  const output = createTerminalOutput(ports.onFrame);
  const recordings = createRecordings();
  return {
    terminal: terminalLogic({ ...ports, output }),
    readStored: (ownerId) => readTerminal(ports.storage, ownerId),
    output,
    recordings,
    playback: playbackLogic({ call: ports.call, output, recordings }),
  };
}
