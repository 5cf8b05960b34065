import type { Call } from '#api/client';
import { addAdminPasskey, removeAdminPasskey } from '#api/contract/members/admin-passkeys';
import { confirmTwoFactor } from '#api/contract/session/two-factor';
import type { sessionsMachine } from '#machines/session/sessions.machine';
import type { twoFactorEnrolmentMachine } from '#machines/session/two-factor-enrolment.machine';
import type { twoFactorMachine } from '#machines/session/two-factor.machine';
import type { ledgerOutcomeMachine } from '#machines/members/ledger-outcome.machine';
import type { memberLetterMachine } from '#machines/members/member-letter.machine';
import type { personErasureMachine } from '#machines/members/person-erasure.machine';
import type { passkeySignInMachine } from '#machines/session/passkey-sign-in.machine';
import type { passkeysMachine } from '#machines/session/passkeys.machine';
import { adminInfoOf, tokenPairOf } from '../session/admin-info.ts';
import { adminPasskeysLogic, adminPasskeySignInLogic } from '../session/passkeys/admin-passkeys.actors.ts';
import { ledgerOutcomeLogic } from '../members/ledger-outcome.actors.ts';
import { memberLetterLogic } from '../members/member-letter.actors.ts';
import { adminErasureLogic, memberErasureLogic } from '../members/person-erasure.actors.ts';
import { endingOthers } from '../session/others-ended.ts';
import { sessionsLogic } from '../session/sessions.actors.ts';
import { enrolmentLogic, factorOfAdminLogic, factorOfMemberLogic, twoFactorLogic } from '../session/two-factor.actors.ts';

/** The logics around the safety of an account, with their effects bound. */
export interface AccountBundle {
  readonly sessions: typeof sessionsMachine;
  readonly twoFactor: typeof twoFactorMachine;
  readonly enrolment: typeof twoFactorEnrolmentMachine;
  /** The own passkeys. */
  readonly passkeys: typeof passkeysMachine;
  /** For the sign-in page. */
  readonly passkeySignIn: typeof passkeySignInMachine;
  /** The second factor of a member, whom an administrator helps. */
  readonly factorOfMember: (memberId: number) => typeof twoFactorMachine;
  /** A member of whom nothing is to be left. */
  readonly personErasure: typeof personErasureMachine;
  /** The same of an administrator. */
  readonly adminErasure: typeof personErasureMachine;
  /** What a member of the ledgers has before an entry. */
  readonly ledgerOutcome: typeof ledgerOutcomeMachine;
  /** What administrators write to members. */
  readonly memberLetter: typeof memberLetterMachine;
  /** That of another administrator. */
  readonly factorOfAdmin: (adminId: number) => typeof twoFactorMachine;
}

/** What ends the other sessions of whoever does it. */
const ENDS_OTHERS: ReadonlySet<string> = new Set([confirmTwoFactor.path, addAdminPasskey.path, removeAdminPasskey.path]);

export const accountBundle = (ports: { readonly call: Call }): AccountBundle => ({
  ...ownAccess(ports),
  enrolment: enrolmentLogic(ports),
  passkeySignIn: adminPasskeySignInLogic(ports, ({ userInfo }) => ({
    person: adminInfoOf(userInfo),
    tokens: tokenPairOf(userInfo.token, userInfo.refresh_token),
  })),
  personErasure: memberErasureLogic(ports),
  adminErasure: adminErasureLogic(ports),
  ledgerOutcome: ledgerOutcomeLogic(ports),
  memberLetter: memberLetterLogic(ports),
  factorOfAdmin: (adminId) => factorOfAdminLogic(ports, adminId),
  factorOfMember: (memberId) => factorOfMemberLogic(ports, memberId),
});

/** The parts of the page of the own account, of which one may end what another lists. */
function ownAccess({ call }: { readonly call: Call }): Pick<AccountBundle, 'sessions' | 'twoFactor' | 'passkeys'> {
  const telling: Call = (endpoint, input, options) => {
    const answered = () => call(endpoint, input, options);
    return ENDS_OTHERS.has(endpoint.path) ? endingOthers(call, answered) : answered();
  };
  return {
    sessions: sessionsLogic({ call }),
    twoFactor: twoFactorLogic({ call: telling }),
    passkeys: adminPasskeysLogic({ call: telling }),
  };
}
