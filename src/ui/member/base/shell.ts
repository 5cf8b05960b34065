import { createContext, use } from 'react';
import type { MemberShellRef } from '#machines/members/member-shell.machine';

/** The shell that the member centre's pages stand in. */
export const MemberShellContext = createContext<MemberShellRef | null>(null);

export function useMemberShell(): MemberShellRef {
  const shell = use(MemberShellContext);
  if (!shell) throw new Error('a page of the member centre stands outside of its shell');
  return shell;
}
