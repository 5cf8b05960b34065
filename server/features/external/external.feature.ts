import * as contract from '#api/contract/external/external';
import { mount, mountForAdmin, mountForMember } from '../../routing/mount.ts';
import { lockOwnAccount } from '../../resources/access/own-account.ts';
import type { FeatureContext } from '../base/feature.ts';
import { enteredReply } from '../members/entered-reply.ts';
import { createMemberMessages } from '../members/messages/member-messages.ts';
import { createPresenceProofs } from '../members/sign-in/presence-proofs.ts';
import type { MemberSessions } from '../members/sign-in/member-sessions.service.ts';
import { readAdminInfo } from '../session/admin-info.ts';
import { provePassword } from '../session/base/own-password.ts';
import type { SessionFeature } from '../session/session.feature.ts';
import { createArrival, returnFromLeave } from './arrival.ts';
import { createExternalDeparture } from './departure.service.ts';
import { createExternalEntry } from './entry.service.ts';
import { createIdentities } from './identities.service.ts';
import { createUnderWay } from './under-way.ts';

/** Signing in at providers of identities elsewhere, in both areas. Why: docs/decisions/180-others-may-vouch.md */
export function mountExternal(context: FeatureContext, session: SessionFeature, members: MemberSessions): void {
  const { table, raw, ports, securityLog, guesses } = context;
  const underWay = createUnderWay(ports);
  const departure = createExternalDeparture(ports, underWay, securityLog);
  const entry = createExternalEntry(ports, underWay, securityLog);
  const messages = createMemberMessages(ports);
  const identities = createIdentities(ports, securityLog, messages);
  raw.add('GET', contract.CALLBACK_PATH, createArrival(ports, underWay, securityLog, messages));
  raw.add('GET', contract.SIGNED_OUT_PATH, (call) => Promise.resolve(returnFromLeave(call)));
  mountEntries(context, session, members, entry);

  mount(table, contract.startExternal, async ({ provider, area, origin, to, keep }, { client }) => {
    if (area === 'member') await members.requireOpen();
    return departure.signIn(area === 'admin' ? 'admin' : 'user', { providerId: provider, origin, back: to, keep }, client);
  });

  mountForAdmin(table, contract.listIdentities, (_input, caller) => identities.list(caller));
  mountForAdmin(table, contract.linkIdentity, async ({ provider, origin, password }, caller) => {
    const proved = await provePassword({ ...ports, guesses }, caller, password, 'password');
    await ports.database.transaction((trx) => lockOwnAccount(trx, caller, proved));
    return departure.link({ providerId: provider, origin, back: '' }, caller);
  });
  mountForAdmin(table, contract.unlinkIdentity, async ({ id, password }, caller) => {
    const proved = await provePassword({ ...ports, guesses }, caller, password, 'password');
    await ports.database.transaction(async (trx) => identities.unlink(await lockOwnAccount(trx, caller, proved), id, caller));
    return null;
  });

  const proofs = createPresenceProofs({ ...ports, guesses }, session.factors);
  mountForMember(table, contract.listMemberIdentities, (_input, caller) => identities.list(caller));
  mountForMember(table, contract.linkMemberIdentity, async ({ provider, origin }, caller) => {
    await ports.database.transaction((trx) => proofs.require(trx, caller));
    return departure.link({ providerId: provider, origin, back: '' }, caller);
  });
  mountForMember(table, contract.unlinkMemberIdentity, async ({ id }, caller) => {
    await ports.database.transaction(async (trx) => {
      await proofs.require(trx, caller);
      await identities.unlink(await lockOwnAccount(trx, caller), id, caller);
    });
    return null;
  });
}

/** Coming in, once a provider has spoken: from there on as with a password. */
function mountEntries(
  { table, ports }: Pick<FeatureContext, 'table' | 'ports'>,
  { sessions }: Pick<SessionFeature, 'sessions'>,
  members: MemberSessions,
  entry: ReturnType<typeof createExternalEntry>,
): void {
  const entered = enteredReply(ports);

  mount(table, contract.enterExternal, async ({ keep, factorCode }, { client, tokens }) => {
    const { proved, spend } = await entry.vouched('admin', tokens, client);
    const entrance = { proved, keep, factorCode: factorCode ?? '', within: spend };
    const { adminId, token, refreshToken, recoveryCodes } = await sessions.enter(entrance, client);
    const userInfo = { ...(await readAdminInfo(ports, adminId)), token, refresh_token: refreshToken };
    return { userInfo, routePath: '/admin', ...(recoveryCodes.length > 0 && { recovery_codes: [...recoveryCodes] }) };
  });

  mount(table, contract.setUpExternalFactor, async (_input, { client, tokens }) =>
    sessions.setUpFactorFor((await entry.vouched('admin', tokens, client)).proved),
  );

  mount(table, contract.enterExternalMember, async ({ keep, factorCode }, { client, tokens }) => {
    await members.requireOpen();
    const { proved, spend } = await entry.vouched('user', tokens, client);
    const hasFactor = await members.proveFactor(proved.id, factorCode ?? '', client);
    return entered(await members.begin({ ...proved, hasFactor }, keep, client, spend));
  });
}
