import * as contract from '#api/contract/members/passkeys';
import type { OutputOf } from '#api/contract/base/endpoint';
import { mount, mountForMember } from '../../../routing/mount.ts';
import type { RouteTable } from '../../../routing/route-table.ts';
import type { PasskeyDoor } from '../../session/passkeys/passkey-door.ts';
import type { Passkeys } from '../../session/passkeys/passkeys.service.ts';
import type { MemberSessions, MemberSignedIn } from './member-sessions.service.ts';
import type { MemberSettingsReader } from './member-settings.ts';
import type { PresenceProofs } from './presence-proofs.ts';

export interface PasskeyServices {
  readonly passkeys: Passkeys;
  readonly door: PasskeyDoor;
  readonly sessions: Pick<MemberSessions, 'begin'>;
  readonly proofs: Pick<PresenceProofs, 'require'>;
  readonly settings: MemberSettingsReader;
  /** What is answered to whoever has come in. */
  readonly entered: (signedIn: MemberSignedIn) => Promise<OutputOf<typeof contract.signInByPasskey>>;
}

/** Passkeys: coming in with one, and the member's own. */
export function passkeyRoutes(table: RouteTable, services: PasskeyServices): void {
  const { passkeys, door, sessions, proofs, settings, entered } = services;
  mount(table, contract.readSignInOptions, async (_input, { client }) => {
    await settings.requireOpen();
    return { options: await door.begin(client) };
  });

  mount(table, contract.signInByPasskey, async ({ credential, keep }, { client }) => {
    await settings.requireOpen();
    const { proved, spend } = await door.verify(credential, client);
    return entered(await sessions.begin(proved, keep, client, spend));
  });

  mountForMember(table, contract.listPasskeys, async (_input, caller) => ({
    list: await passkeys.list(caller),
    is_offered: (await settings.read()).takesPasskeys,
  }));

  mountForMember(table, contract.readPasskeyOptions, async ({ purpose }, caller) => ({
    options: await (purpose === 'add' ? passkeys.beginAdding(caller, (trx) => proofs.require(trx, caller)) : passkeys.beginProof(caller)),
  }));

  mountForMember(table, contract.addPasskey, async (input, caller) => ({ id: await passkeys.add(input, caller) }));

  mountForMember(table, contract.renamePasskey, async ({ id, name }, caller) => {
    await passkeys.rename(id, name, caller);
    return null;
  });

  mountForMember(table, contract.removePasskey, ({ id }, caller) => passkeys.remove(id, caller, (trx) => proofs.require(trx, caller)));
}
