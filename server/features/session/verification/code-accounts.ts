import type { Kysely } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { Tables } from '../../../db/tables/tables.ts';
import type { Caller } from '../../../base/caller.ts';

export type Channel = 'email' | 'mobile';

/** What codes need to know of members' accounts. */
export interface CodeAccounts {
  isRegistered(channel: Channel, target: string): Promise<boolean>;
  /**
   * The member who is signed in, once they have proved that the address is their own and the password right.
   * @throws the refusal
   */
  confirm(caller: Caller, channel: Channel, target: string, password: string): Promise<number>;
}

/** Members have accounts, but nobody can sign in as one yet: whoever asks for a check of their own address is asked to sign in. */
export const createCodeAccounts = (kysely: Kysely<Tables>): CodeAccounts => ({
  async isRegistered(channel, target) {
    const member = await kysely
      .selectFrom('member')
      .select('id')
      .where((where) => where(where.fn<string>('lower', [channel]), '=', target))
      .executeTakeFirst();
    return member !== undefined;
  },
  confirm: () => Promise.reject(rejection('errors.needLogin')),
});
