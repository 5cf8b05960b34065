import type { ExpressionBuilder, Transaction } from 'kysely';
import type { changeBind, verifyAddress } from '#api/contract/members/account';
import type { ParsedInputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import { isEmail, isMobile } from '#domain/base/validation';
import type { Client, MemberCaller } from '../../base/caller.ts';
import { sha256 } from '../../base/digest.ts';
import { ADDRESS_CHANGES, ADDRESS_PASS_SECONDS, ADDRESS_UNDO_SECONDS } from '../../base/limits.ts';
import { FieldsRefused, SessionEnded } from '../../base/refusal.ts';
import { isRefusal } from '../../db/base/database-error.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { lockAccount } from '../../resources/access/locked-account.ts';
import { memberIdBy } from '../../resources/access/member-by-name.ts';
import { lockOwnAccount, ownAccountOf, storedHashOf } from '../../resources/access/own-account.ts';
import { newToken } from '../../resources/access/token-store.ts';
import type { Guesses } from '../base/guesses.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { countOwnAttempt } from '../base/own-attempt.ts';
import { isFreshSignIn, requireFreshSignIn, signInAnew } from '../session/base/fresh-sign-in.ts';
import { provePassword } from '../session/base/own-password.ts';
import type { SessionFeature } from '../session/session.feature.ts';
import { findByUndoNumber, undoNumberWrong } from '../session/verification/undo-numbers.ts';
import type { Channel } from '#domain/members/channel';
import type { MemberMessages } from './messages/member-messages.ts';
import { ADDRESS_NEWS, createAddressWrites } from './address-writes.ts';
import { keepWayBack, mountAddressNotice, otherThan } from './way-back.ts';

/** The addresses of a member: proved to be read before they change, and taken back by whoever reads the old one, or of a first one the other. Source: wire protocol §2.10. */
export interface AddressChange {
  /** @returns the token that lets one change through */
  verify(input: ParsedInputOf<typeof verifyAddress>, caller: MemberCaller): Promise<{ type: Channel; accountVerificationToken: string }>;
  change(input: ParsedInputOf<typeof changeBind>, caller: MemberCaller): Promise<void>;
  /** And whatever opens the account that is younger than the change does so no more: the other address too is as it was. */
  undo(number: string, client: Client): Promise<void>;
}

const OLD: ReadonlySet<string> = new Set(['email', 'mobile']);
const channelOf = (type: string | null | undefined): Channel => {
  if (type && OLD.has(type)) return type as Channel;
  throw new FieldsRefused({ type: { key: 'validation.option' } });
};

/** At the name by which pages know to begin with the old address. */
const verifyFirst = () => new FieldsRefused({ accountVerificationToken: { key: 'refusals.member.verifyFirst' } });

export function createAddressChange(
  ports: ServerPorts & { readonly guesses: Guesses },
  { codes, factors }: Pick<SessionFeature, 'codes' | 'factors'>,
  securityLog: SecurityLog,
  messages: MemberMessages,
): AddressChange {
  const { database, passwords } = ports;
  mountAddressNotice(ports);
  const { store, restore, voidNewer } = createAddressWrites({ ports, factors, securityLog, messages });

  const addressOf = async (memberId: number, channel: Channel): Promise<string> => {
    const row = await database.kysely
      .selectFrom('member')
      .select(['email', 'mobile'])
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow(() => new SessionEnded('member'));
    return row[channel];
  };

  /** Of the proof that this sign-in has made, only while the address is the one that was proved. */
  async function isPass(token: string, channel: Channel, { id, familyId }: MemberCaller) {
    const hash = await sha256(token);
    return (is: ExpressionBuilder<Tables, 'address_pass'>) =>
      is.and([
        is('member_id', '=', id),
        is('kind', '=', channel),
        is('hash', '=', hash),
        is('family_id', '=', familyId),
        is('address', '=', is.selectFrom('member').select(channel).where('id', '=', id)),
        is('expire_time', '>', nowSeconds(ports)),
      ]);
  }

  return {
    async verify({ type, captcha }, caller) {
      const channel = channelOf(type);
      const target = await addressOf(caller.id, channel);
      if (target === '') throw rejection('refusals.member.noAddress');
      await codes.consume({ purpose: `user_${channel}_verify`, target, client: caller.client, memberId: caller.id }, captcha ?? '');
      const token = newToken(ports);
      const until = nowSeconds(ports) + ADDRESS_PASS_SECONDS;
      const pass = { hash: await sha256(token), address: target, family_id: caller.familyId, expire_time: until };
      await database.transaction(async (trx) => {
        await lockOwnAccount(trx, caller);
        await trx
          .insertInto('address_pass')
          .values({ member_id: caller.id, kind: channel, ...pass })
          .onConflict((on) => on.columns(['member_id', 'kind']).doUpdateSet(pass))
          .execute();
      });
      return { type: channel, accountVerificationToken: token };
    },

    async change({ type, captcha, accountVerificationToken, password, ...addresses }, caller) {
      const channel = channelOf(type);
      const address = (addresses[channel] ?? '').trim().toLowerCase();
      const isAddress = channel === 'email' ? isEmail(address) && address.length <= 50 : isMobile(address);
      if (!isAddress) throw new FieldsRefused({ [channel]: { key: address === '' ? 'validation.required' : `validation.${channel}` } });
      if ((captcha ?? '').trim() === '') throw new FieldsRefused({ captcha: { key: 'validation.required' } });
      await countOwnAttempt(ports, caller, [{ key: `address:${caller.id}`, limit: ADDRESS_CHANGES }]);
      const isNew = (await addressOf(caller.id, channel)) === '';
      // Without a password it is enough to have just signed in.
      const isFresh = isNew && (await storedHashOf(database.kysely, ownAccountOf(caller))) === undefined;
      if (isFresh && !(await isFreshSignIn(database.kysely, caller, nowSeconds(ports)))) throw signInAnew();
      const proved = isNew && !isFresh ? await provePassword(ports, caller, password ?? '', 'password') : null;
      const pass = isNew ? null : await isPass(accountVerificationToken ?? '', channel, caller);
      // Before the code of the new address is used up, which counts once as well.
      if (pass && !(await database.kysely.selectFrom('address_pass').select('kind').where(pass).executeTakeFirst())) throw verifyFirst();
      await codes.consume({ purpose: `user_change_${channel}`, target: address, client: caller.client, memberId: null }, captcha ?? '');
      await database
        .transaction(async (trx) => {
          const locked = isFresh ? await requireFreshSignIn(trx, caller, nowSeconds(ports)) : await lockOwnAccount(trx, caller, proved);
          // Last of all, for it counts once: a mistyped code does not use it up.
          if (pass && (await trx.deleteFrom('address_pass').where(pass).executeTakeFirst()).numDeletedRows !== 1n) throw verifyFirst();
          const before = await store(locked, caller, channel, address, caller.tokens.member);
          // The password alone is for a first address, and one may have come meanwhile.
          if (isNew && before[channel] !== '') throw verifyFirst();
          await messages.tell(trx, caller.id, ADDRESS_NEWS[channel][isNew ? 'added' : 'changed'], caller.client);
          await keepWayBack(ports, trx, { author: caller, channel, before });
          const about = { accountType: 'user', accountId: caller.id, detail: { channel } } as const;
          await securityLog.write('member.addressChanged', caller.client, about, trx);
        })
        .catch((error: unknown) => {
          throw isRefusal(error, 'unique') ? new FieldsRefused({ [channel]: { key: 'refusals.member.taken' } }) : error;
        });
    },

    async undo(number, client) {
      const found = await findByUndoNumber(ports, number, client, (hash) =>
        database.kysely
          .selectFrom('address_undo')
          .innerJoin('member', 'member.id', 'address_undo.member_id')
          .select(['address_undo.id', 'member_id', 'kind', 'old_address', 'expire_time', 'member.username'])
          .where('hash', '=', hash)
          .where('expire_time', '>', nowSeconds(ports))
          .executeTakeFirst(),
      );
      const { id, member_id: memberId, kind: channel, old_address: address, username } = found;
      const holder = await memberIdBy(database.kysely, channel, address);
      if (holder !== null && holder !== memberId) throw rejection('refusals.member.addressGone');
      const author = { kind: 'member', id: memberId, username, client } as const;
      const since = found.expire_time - ADDRESS_UNDO_SECONDS;
      const unknownHash = await passwords.hash(newToken(ports));
      const restored = database.transaction(async (trx) => {
        const account = await lockAccount(trx, { area: 'user', accountId: memberId });
        // This change, and those of either kind that came after it: an address of theirs was never the owner's, and retrieves the password.
        const spent = await trx
          .deleteFrom('address_undo')
          .where('member_id', '=', memberId)
          .where('id', '>=', id)
          .returning(['id', 'kind', 'old_address'])
          .execute();
        if (!spent.some((row) => row.id === id)) throw undoNumberWrong();
        await restore(account, author, channel, address);
        const other = otherThan(channel);
        const [earliest] = spent.filter(({ kind }) => kind === other).toSorted((a, b) => a.id - b.id);
        if (earliest) await restore(account, author, other, await freeOf(trx, memberId, other, earliest.old_address));
        await voidNewer(account, author, channel, since, unknownHash);
      });
      // Somebody else may take the address between the look and the write.
      await restored.catch((error: unknown) => {
        throw isRefusal(error, 'unique') ? rejection('refusals.member.addressGone') : error;
      });
    },
  };
}

/** The address, unless somebody else has it by now: it goes back beside the one whose number was typed, and must not keep that from going back. */
async function freeOf(trx: Transaction<Tables>, memberId: number, channel: Channel, address: string): Promise<string> {
  const holder = await memberIdBy(trx, channel, address);
  return holder === null || holder === memberId ? address : '';
}
