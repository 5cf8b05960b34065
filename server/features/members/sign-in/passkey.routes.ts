import * as contract from '#api/contract/members/passkeys';
import type { OutputOf } from '#api/contract/base/endpoint';
import { mount, mountForMember } from '../../../routing/mount.ts';
import type { RouteTable } from '../../../routing/route-table.ts';
import type { MemberSignedIn } from './member-sessions.service.ts';
import type { MemberSettingsReader } from './member-settings.ts';
import type { PasskeySignIn } from './passkey-sign-in.service.ts';
import type { MemberPasskeys } from './passkeys.service.ts';

export interface PasskeyServices {
  readonly passkeys: MemberPasskeys;
  readonly passkeySignIn: PasskeySignIn;
  readonly settings: MemberSettingsReader;
  /** What is answered to whoever has come in. */
  readonly entered: (signedIn: MemberSignedIn) => Promise<OutputOf<typeof contract.signInByPasskey>>;
}

/** Passkeys: coming in with one, and the member's own. */
export function passkeyRoutes(table: RouteTable, { passkeys, passkeySignIn, settings, entered }: PasskeyServices): void {
  mount(table, contract.readSignInOptions, async (_input, { client }) => {
    await settings.requireOpen();
    return { options: await passkeySignIn.begin(client) };
  });

  mount(table, contract.signInByPasskey, async (form, { client }) => {
    await settings.requireOpen();
    return entered(await passkeySignIn.signIn(form, client));
  });

  mountForMember(table, contract.listPasskeys, async (_input, caller) => ({
    list: await passkeys.list(caller),
    is_offered: (await settings.read()).takesPasskeys,
  }));

  mountForMember(table, contract.readPasskeyOptions, async ({ purpose }, caller) => ({
    options: await (purpose === 'add' ? passkeys.beginAdding(caller) : passkeys.beginProof(caller)),
  }));

  mountForMember(table, contract.addPasskey, async (input, caller) => ({ id: await passkeys.add(input, caller) }));

  mountForMember(table, contract.renamePasskey, async ({ id, name }, caller) => {
    await passkeys.rename(id, name, caller);
    return null;
  });

  mountForMember(table, contract.removePasskey, ({ id }, caller) => passkeys.remove(id, caller));
}
