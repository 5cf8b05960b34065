import type { Call } from '#api/client';
import { lazyOnce } from '../base/lazy-code.ts';
import { lazyLogic } from '../base/lazy-logic.ts';
import { actorIn, type ActorSystem } from '../base/system.ts';
import { bindChangeLogic, ledgerLogic, overviewLogic, passwordFormLogic, profileFormLogic, type AccountPorts } from './account.actors.ts';
import { memberShellLogic, type MemberShellPorts } from './member-shell.actors.ts';
import { withProof } from './with-proof.ts';

export interface MemberPorts extends Omit<MemberShellPorts, 'proofLogic'>, AccountPorts {
  readonly call: Call;
  readonly newKey: () => string;
  /** The application's actors. */
  readonly system: () => ActorSystem;
}

/** What only the signed-in member centre needs: its shell and the logics of its pages. Loaded with the first of them. */
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
  const proofLogic = lazyLogic(async () => (await safety()).proof);
  return {
    memberShell: memberShellLogic({ ...ports, proofLogic }),
    safety,
    overview: overviewLogic(ports),
    ledger: ledgerLogic(ports),
    profileForm: profileFormLogic(ports),
    passwordForm: passwordFormLogic(ports),
    bindChange: bindChangeLogic(ports),
  };
};
export type MemberBundle = ReturnType<typeof memberBundle>;
