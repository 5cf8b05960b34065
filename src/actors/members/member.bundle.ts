import type { Call } from '#api/client';
import { lazyOnce } from '../base/lazy-code.ts';
import { lazyLogic } from '../base/lazy-logic.ts';
import { actorIn, type ActorSystem } from '../base/system.ts';
import { memberShellLogic, type MemberShellPorts } from './member-shell.actors.ts';
import { overviewLogic } from './overview.actors.ts';
import { withProof } from './with-proof.ts';

export interface MemberPorts extends Omit<MemberShellPorts, 'proofLogic'> {
  readonly call: Call;
  readonly newKey: () => string;
  /** The application's actors. */
  readonly system: () => ActorSystem;
}

/** What the signed-in member centre begins with: its shell, its first page, and the way to proofs. Loaded with that. */
export const memberBundle = (ports: MemberPorts) => {
  const proof = {
    running: () => actorIn(ports.system(), 'proof'),
    async begin() {
      await proofLogic.preload();
      actorIn(ports.system(), 'memberShell')?.send({ type: 'shell.proofWanted' });
      return actorIn(ports.system(), 'proof');
    },
  };
  /** For calls that are refused without a proof of presence. */
  const proved = withProof({ newKey: ports.newKey, proof });
  /** What the pages around the safety of the account need, and whatever wants a proof; comes with the first of them. */
  const safety = lazyOnce(async () => (await import('./safety.bundle.ts')).safetyBundle({ call: ports.call, withProof: proved }));
  /** What the member has here; comes with its page. */
  const ownData = lazyOnce(async () => (await import('./own-data.bundle.ts')).ownDataBundle({ call: ports.call, withProof: proved }));
  const proofLogic = lazyLogic(async () => (await safety()).proof);
  return {
    memberShell: memberShellLogic({ ...ports, proofLogic }),
    safety,
    ownData,
    overview: overviewLogic(ports),
  };
};
export type MemberBundle = ReturnType<typeof memberBundle>;
