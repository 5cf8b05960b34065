import { readFactorOfMember, resetFactorOfMember } from '#api/contract/members/factor-reset';
import { moneyLedger, scoreLedger } from '#api/contract/members/member-ledger';
import { readStaffAudience, sendStaffMessage } from '#api/contract/members/staff-message';
import { mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import type { SessionsElsewhere } from '../base/sessions-elsewhere.ts';
import type { SessionFeature } from '../session/session.feature.ts';
import { memberAccountRoutes } from './account.routes.ts';
import { createAddressChange } from './address-change.service.ts';
import { checkInRoutes } from './check-in.routes.ts';
import { erasePerson, planPersonErasure } from '#api/contract/members/person-erasure';
import { handleTraces } from '../base/traces/erase-traces.ts';
import { MEMBER_TRACES } from './own-data/erase-traces.ts';
import { createPersonErasure, type PersonErasureService } from './own-data/person-erasure.service.ts';
import { createFactorReset, type FactorReset } from './factor-reset.service.ts';
import { ownLedgerRoutes } from './ledger.routes.ts';
import { enteredReply } from './entered-reply.ts';
import { passkeyRoutes } from './sign-in/passkey.routes.ts';
import { createPasskeyDoor } from '../session/passkeys/passkey-door.ts';
import { createPasskeys } from '../session/passkeys/passkeys.service.ts';
import { memberHolders } from './sign-in/member-holders.ts';
import { createCodeSignIn } from './sign-in/code-sign-in.service.ts';
import { createMemberFactor } from './member-factor.service.ts';
import { createMemberLedger } from './member-ledger.service.ts';
import { createMemberMessages } from './messages/member-messages.ts';
import { memberMessageRoutes } from './messages/messages.routes.ts';
import { createOwnMessages } from './messages/messages.service.ts';
import { createStaffMail } from './messages/staff-mail.ts';
import { createStaffMessages, type StaffMessages } from './messages/staff-messages.ts';
import { memberNoticeRoutes } from './notices/notices.routes.ts';
import { createOwnNotices } from './notices/own-notices.ts';
import { createMemberPasswords } from './member-password.service.ts';
import { createMemberSessions, type MemberSessions } from './sign-in/member-sessions.service.ts';
import { createMemberSettings } from './sign-in/member-settings.ts';
import { createMemberDeletion } from './own-data/member-deletion.service.ts';
import { createMemberExports } from './own-data/member-exports.service.ts';
import { ownDataRoutes } from './own-data/own-data.routes.ts';
import { addOwnRecords } from './own-data/own-records.ts';
import { createPresenceProofs } from './sign-in/presence-proofs.ts';
import { createRegistration } from './sign-in/registration.service.ts';
import { memberSafetyRoutes } from './safety.routes.ts';

/** Members: coming in, their account and its safety, and the ledgers as administrators add to them. @returns who else asks which member calls */
export function mountMembers(context: FeatureContext & { readonly elsewhere: SessionsElsewhere }, session: SessionFeature): MemberSessions {
  const { table, ports, caches, guesses, securityLog, elsewhere } = context;
  const { codes, factors, accountSessions } = session;
  const settings = createMemberSettings(ports, caches);
  const messages = createMemberMessages(ports);
  const sessions = createMemberSessions(ports, session, settings, securityLog, messages);
  const registration = createRegistration(ports, sessions, codes, settings, securityLog);
  const addresses = createAddressChange({ ...ports, guesses }, session, securityLog, messages);
  const memberPasswords = createMemberPasswords({ ...ports, guesses }, codes, securityLog, messages);
  const proofs = createPresenceProofs({ ...ports, guesses }, factors);
  const factor = createMemberFactor(ports, factors, proofs, securityLog, messages);
  const holders = memberHolders(settings, messages);
  const door = createPasskeyDoor(ports, holders, securityLog);
  const passkeys = createPasskeys(ports, holders, securityLog);
  const entered = enteredReply(ports);
  const codeSignIn = createCodeSignIn(ports, sessions, codes, settings, securityLog);
  checkInRoutes(table, { sessions, registration, codeSignIn, settings, entered, elsewhere }, ports);
  passkeyRoutes(table, { passkeys, door, sessions, proofs, settings, entered });
  memberAccountRoutes(table, { addresses, memberPasswords, settings }, ports);
  memberSafetyRoutes(table, { accountSessions, addresses, factor, proofs }, ports);
  const deletion = createMemberDeletion(ports, context.resources, proofs, securityLog, messages);
  const notices = createOwnNotices(ports);
  memberMessageRoutes(table, createOwnMessages(ports), { notices, deletion });
  memberNoticeRoutes(table, notices);
  mountStaffMessages(context, createStaffMessages(ports, createStaffMail(ports)));
  addOwnRecords(context.memberData, ports);
  ownDataRoutes(table, { exports: createMemberExports(ports, context.memberData, proofs, messages), deletion });
  ownLedgerRoutes(table, { sessions, accountSessions, factor }, ports);
  mountFactorReset(context, createFactorReset({ ...ports, guesses }, factors, securityLog, messages));
  handleTraces(ports, MEMBER_TRACES);
  mountPersonErasure(context, createPersonErasure({ ...ports, guesses }, context.resources));
  mountLedgers(context);
  return sessions;
}

/** What the section of members has beside its records. */
function mountFactorReset({ table, resources }: Pick<FeatureContext, 'table' | 'resources'>, factorReset: FactorReset): void {
  if (!resources.get('member')) return;
  mountForAdmin(table, readFactorOfMember, ({ id }) => factorReset.read(id));
  mountForAdmin(table, resetFactorOfMember, async ({ id, password }, caller) => {
    await factorReset.reset(id, password, caller);
    return null;
  });
}

function mountStaffMessages({ table, resources }: Pick<FeatureContext, 'table' | 'resources'>, messages: StaffMessages): void {
  if (!resources.get('member')) return;
  mountForAdmin(table, readStaffAudience, () => messages.readAudience());
  mountForAdmin(table, sendStaffMessage, (wish, caller) => messages.send(wish, caller));
}

function mountPersonErasure({ table, resources }: Pick<FeatureContext, 'table' | 'resources'>, erasure: PersonErasureService): void {
  if (!resources.get('member')) return;
  mountForAdmin(table, planPersonErasure, ({ id }) => erasure.plan(id));
  mountForAdmin(table, erasePerson, async ({ id, password }, caller) => {
    await erasure.erase(id, password, caller);
    return null;
  });
}

/** The ledgers beside their sections: whose entry a new one will be, and that none is ever changed. Source: wire protocol §5.10. */
function mountLedgers({ table, resources, ports }: Pick<FeatureContext, 'table' | 'resources' | 'ports'>): void {
  const ledger = createMemberLedger(ports);
  for (const [resource, calls] of [['moneyLog', moneyLedger] as const, ['scoreLog', scoreLedger] as const]) {
    if (!resources.get(resource)) continue;
    mountForAdmin(table, calls.member, async ({ userId }) => ({ user: await ledger.member(userId) }));
    mountForAdmin(table, calls.save, () => ledger.refuse());
    mountForAdmin(table, calls.remove, () => ledger.refuse());
  }
}
