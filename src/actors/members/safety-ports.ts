import type { Call } from '#api/client';
import type { WithProof } from './with-proof.ts';

/** What effects around the safety of a member's account reach out with. */
export interface SafetyPorts {
  readonly call: Call;
  /** For calls that are refused without a proof of presence. */
  readonly withProof: WithProof;
}
