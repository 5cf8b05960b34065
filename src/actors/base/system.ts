import type { SessionRef } from '#machines/session/session.machine';
import type { MemberShellRef } from '#machines/members/member-shell.machine';
import type { ProofRef } from '#machines/members/proof.machine';
import type { AdminShellRef } from '#machines/shell/admin-shell.machine';
import type { TabsRef } from '#machines/shell/tabs.machine';
import type { TerminalRef } from '#machines/terminal/terminal.machine';

/** The actors that effects look up by name, as their owners' `systemId` gives it. */
interface SystemActors {
  readonly adminSession: SessionRef;
  readonly memberSession: SessionRef;
  readonly adminShell: AdminShellRef;
  readonly memberShell: MemberShellRef;
  readonly proof: ProofRef;
  readonly tabs: TabsRef;
  readonly terminal: TerminalRef;
}

export interface ActorSystem {
  readonly get: (name: string) => unknown;
}

/** The one place that says what a name in the system stands for; undefined where that actor does not run. */
export const actorIn = <Name extends keyof SystemActors>(system: ActorSystem, name: Name): SystemActors[Name] | undefined =>
  system.get(name) as SystemActors[Name] | undefined;

/** As `actorIn`, for effects of that very actor or of what it owns. */
export function runningIn<Name extends keyof SystemActors>(system: ActorSystem, name: Name): SystemActors[Name] {
  const actor = actorIn(system, name);
  if (!actor) throw new Error(`no ${name} runs`);
  return actor;
}
