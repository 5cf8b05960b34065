import { rejection } from '#domain/base/failure';
import type { Channel } from '#domain/members/channel';
import type { Caller } from '../../../base/caller.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import { memberIdBy } from '../../../resources/access/member-by-name.ts';
import { type PasswordPorts, provePassword } from '../base/own-password.ts';

/** What codes need to know of members' accounts. */
export interface CodeAccounts {
  /** The member whose address it is. */
  ownerOf(channel: Channel, target: string): Promise<number | null>;
  /**
   * The member who is signed in, once they have proved that the address is their own and the password right.
   * @throws the refusal
   */
  confirm(caller: Caller, channel: Channel, target: string, password: string): Promise<number>;
}

export const createCodeAccounts = (ports: PasswordPorts): CodeAccounts => ({
  ownerOf: (channel, target) => memberIdBy(ports.database.kysely, channel, target),

  async confirm(caller, channel, target, password) {
    if (caller.kind !== 'member') throw rejection('errors.needLogin');
    if ((await memberIdBy(ports.database.kysely, channel, target)) !== caller.id)
      throw new FieldsRefused({ [channel]: { key: 'refusals.member.notOwnAddress' } });
    await provePassword(ports, caller, password, 'password');
    return caller.id;
  },
});
