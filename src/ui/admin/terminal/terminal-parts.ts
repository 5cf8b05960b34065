import { useSyncExternalStore } from 'react';
import type { OutputLine } from '#actors/terminal/terminal-output';
import type { TerminalParts } from '#actors/terminal/terminal.bundle';
import { useApp } from '../../base/app-context.ts';

/** What stands beside the terminal's machine: output lines and films. */
export function useTerminalParts(): TerminalParts {
  const { terminal } = useApp().late;
  if (!terminal) throw new Error('a view of the terminal stands where there is none');
  return terminal;
}

/** A run's lines, followed once a frame. The list itself grows; `count` tells how far it is. */
export function useOutputLines(runUuid: string): { readonly lines: readonly OutputLine[]; readonly count: number } {
  'use no memo'; // the buffer is one object that changes inside
  const { output } = useTerminalParts();
  const count = useSyncExternalStore(output.subscribe, () => output.lines(runUuid).length);
  return { lines: output.lines(runUuid), count };
}
