import type { TerminalSnapshot } from './terminal.machine.ts';

/** Whether there is output that nobody has seen; apart from the machine, which headers do not load. */
export const selectHasDot = (snapshot: Pick<TerminalSnapshot, 'context'> | undefined): boolean => snapshot?.context.showDot ?? false;
