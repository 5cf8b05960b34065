import { useSelector } from '@xstate/react';
import { createContext, use } from 'react';
import { selectMemberStart, type MemberShellRef } from '#machines/members/member-shell.machine';

/** The shell that the member centre's pages stand in. */
export const ShellRefContext = createContext<MemberShellRef | null>(null);

export function useMemberShell(): MemberShellRef {
  const shell = use(ShellRefContext);
  if (!shell) throw new Error('a page of the member centre stands outside of its shell');
  return shell;
}

/** The path of a page of ours, where the menu has it. */
export function useMemberPath(name: string): string | null {
  const start = useSelector(useMemberShell(), selectMemberStart);
  return start?.menu.routes.find((route) => route.name === `account/${name}`)?.path ?? null;
}
