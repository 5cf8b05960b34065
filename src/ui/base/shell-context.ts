import { createContext, use } from 'react';
import type { AdminShellRef } from '#machines/shell/admin-shell.machine';

/** The shell that the back office's views stand in. */
export const ShellContext = createContext<AdminShellRef | null>(null);

export function useShell(): AdminShellRef {
  const shell = use(ShellContext);
  if (!shell) throw new Error('a view of the back office stands outside of its shell');
  return shell;
}
