import type { Assertion } from '#api/contract/session/assertion';
import { rejection } from '#domain/base/failure';
import type { AdminCaller } from '../../../base/caller.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import { PASSKEY_TRUST_SECONDS } from '../../../resources/access/factor-duty.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { lockOwnAccount, ownAccountOf } from '../../../resources/access/own-account.ts';
import { tellLater } from '../../base/tell-admin.ts';
import type { PasswordPorts } from '../base/own-password.ts';
import { type LockOwn, proveOwn } from '../base/own-presence.ts';
import { adminHolders } from '../passkeys/admin-holders.ts';
import { passkeySubject } from '../passkeys/passkey-challenges.ts';
import { requireOffer } from '../passkeys/passkey-holders.ts';
import { verifyAssertion, notePasskeyUse } from '../passkeys/verify-assertion.ts';
import { hostOfPasskeys } from '../passkeys/relying-party.ts';
import type { TwoFactorService } from './two-factor.service.ts';

/** What shows that a second factor is still its owner's: the password and a code, or what a passkey has signed. */
export interface HeldFactor {
  readonly password: string;
  /** Of the app, or a recovery code. */
  readonly factorCode: string;
  readonly passkey?: Assertion | undefined;
}

type Ports = PasswordPorts & Pick<ServerPorts, 'jobs' | 'encryptor' | 'logger' | 'randomBytes' | 'siteAddress'>;

/**
 * Passkeys that were added until then can stand for the factor. Adding one takes the password alone, so that a new one may be that of whoever found
 * an unlocked desk, also where the present sign-in began with it.
 */
export const trustedUntil = (ports: Pick<ServerPorts, 'clock'>): number => nowSeconds(ports) - PASSKEY_TRUST_SECONDS;

/** Whether a passkey of the caller's can stand for it. */
export async function hasUsablePasskey(ports: Ports, caller: AdminCaller): Promise<boolean> {
  // One that was made for a former address of the site signs for no page.
  const host = await hostOfPasskeys(ports, 'admin');
  if (host === null) return false;
  const own = ports.database.kysely.selectFrom('passkey').select('id').where('admin_id', '=', caller.id).where('rp_id', '=', host);
  const trusted = own.where('create_time', '<=', trustedUntil(ports)).limit(1);
  return (await trusted.executeTakeFirst()) !== undefined;
}

const PASSKEY_REFUSED = { passkey: { key: 'refusals.account.passkeyRefused' } } as const;
const PASSKEY_NEW = { passkey: { key: 'refusals.account.passkeyNew', params: { days: PASSKEY_TRUST_SECONDS / 86_400 } } } as const;

/**
 * That the caller holds the factor which they are about to replace, or whose recovery codes they draw anew: the password alone, which an unlocked
 * desk may have filled in, must not be enough to keep its owner out. A passkey that is not new stands for both, as at the sign-in.
 * @returns what locks the account for it, where that still counts
 * @throws the refusal where none is on; FieldsRefused at `password`, `factorCode` or `passkey`
 * Why: docs/decisions/279-a-factor-follows-its-owner.md
 */
export async function proveHeld(
  ports: Ports,
  factors: Pick<TwoFactorService, 'stateOf' | 'spend'>,
  caller: AdminCaller,
  { password, factorCode, passkey }: HeldFactor,
): Promise<LockOwn> {
  if (!(await factors.stateOf(ownAccountOf(caller))).isOn) throw rejection('refusals.account.factorOff');
  if (passkey) return provePasskey(ports, caller, passkey);
  const lock = await proveOwn(ports, caller, password);
  if (factorCode.trim() === '') throw new FieldsRefused({ factorCode: { key: 'validation.required' } });
  await spendTold(ports, factors, caller, factorCode);
  return lock;
}

/** Spends a code for an administrator. A recovery code is told of, which somebody else may have found. @throws FieldsRefused at `factorCode` */
export async function spendTold(
  ports: Ports,
  factors: Pick<TwoFactorService, 'stateOf' | 'spend'>,
  { id, client }: Pick<AdminCaller, 'id' | 'client'>,
  code: string,
): Promise<void> {
  const account = ownAccountOf({ kind: 'admin', id });
  if ((await factors.spend(account, code, client)) !== 'recovery') return;
  const params = { ip: client.ip, left: (await factors.stateOf(account)).recoveryLeft };
  await tellLater(ports, id, { name: 'recoveryCodeUsed', params }, client.language);
}

async function provePasskey(ports: Ports, caller: AdminCaller, passkey: Assertion): Promise<LockOwn> {
  await requireOffer(adminHolders(ports).isOffered);
  const right = await verifyAssertion(ports, 'admin', { purpose: 'prove', subject: await passkeySubject(ports, caller) }, passkey);
  if (right?.accountId !== caller.id) throw new FieldsRefused(PASSKEY_REFUSED);
  if (right.addedAt > trustedUntil(ports)) throw new FieldsRefused(PASSKEY_NEW);
  return async (trx) => {
    const account = await lockOwnAccount(trx, caller);
    // Under the account's lock: whoever removes it meanwhile means to end what it opens.
    if (!(await notePasskeyUse(ports, trx, right))) throw new FieldsRefused(PASSKEY_REFUSED);
    return account;
  };
}
