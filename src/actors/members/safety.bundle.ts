import { memberIdentitiesLogic } from './member-identities.actors.ts';
import { passkeysLogic } from './member-passkeys.actors.ts';
import { proofLogic } from './proof.actors.ts';
import { disavowalLogic, memberFactorLogic, memberSessionsLogic, signInsLogic } from './safety.actors.ts';
import type { SafetyPorts } from './safety-ports.ts';

/** The logics around the safety of a member's account, with their effects bound. */
export const safetyBundle = (ports: SafetyPorts) => ({
  proof: proofLogic(ports),
  sessions: memberSessionsLogic(ports),
  disavowal: disavowalLogic(ports),
  signIns: signInsLogic(ports),
  twoFactor: memberFactorLogic(ports),
  passkeys: passkeysLogic(ports),
  identities: memberIdentitiesLogic(ports),
});
export type SafetyBundle = ReturnType<typeof safetyBundle>;
