import { moneyLog } from '#sections/money-log/money-log.resource.ts';
import { scoreLog } from '#sections/score-log/score-log.resource.ts';
import { textFromCents } from '#domain/base/money';
import { FailureError, rejection } from '#domain/base/failure';
import type { LedgerKind } from '#domain/members/ledger-reasons';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { checkValues, postedValues } from '../../resources/write/check-write.ts';
import { requireSession } from '../../resources/access/own-account.ts';
import { idempotent } from '../../resources/write/idempotent.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { sha256 } from '../../base/digest.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';
import { createMemberMessages } from './messages/member-messages.ts';
import { addToLedger } from './ledger.ts';
import { FieldsRefused, notFound } from '../../base/refusal.ts';

type WireRow = Readonly<Record<string, unknown>>;

/** What administrators do to the money and the score of members: they add entries, and nothing else. Source: wire protocol §5.10. */
export interface MemberLedgerService {
  /** Whose entry it will be, with both balances. */
  member(id: number): Promise<WireRow>;
  /** Books an entry once, however often it is sent. */
  add(kind: LedgerKind, row: WireRow, caller: AdminCaller): Promise<{ id: number }>;
  /** Entries are neither changed nor deleted. */
  refuse(): Promise<never>;
}

const RESOURCES = { money: moneyLog, score: scoreLog } as const;
const REASON = 'adjustment';
const REF_LENGTH = 100;

export function createMemberLedger(ports: ServerPorts): MemberLedgerService {
  const { database } = ports;
  const messages = createMemberMessages(ports);
  return {
    async member(id) {
      const row = await database.kysely
        .selectFrom('member')
        .select(['id', 'group_id', 'username', 'nickname', 'avatar', 'email', 'mobile', 'money', 'score', 'status'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) throw notFound();
      return { ...row, money: textFromCents(row.money) };
    },

    async add(kind, row, caller) {
      const context = { resource: RESOURCES[kind] };
      const values = postedValues(context, row);
      checkValues(context, values, values, true);
      const [memberId, amount] = [Number(values['userId']), Number(values[kind])];
      const entry = { memberId, amount, memo: String(values['memo']), reason: REASON, ref: await refOf(caller), adminId: caller.id };
      const seconds = nowSeconds(ports);
      const book = () =>
        database.transaction((trx) =>
          idempotent(trx, caller, seconds, async () => {
            await requireSession(trx, caller, ports);
            const booking = await addToLedger(trx, kind, { ...entry, ip: caller.client.ip }, seconds);
            // The key was used longer ago than replies are kept.
            if (booking.after - booking.before !== amount) throw rejection('refusals.idempotencyMismatch');
            if (booking.isNew) {
              const told =
                kind === 'money'
                  ? { amount: textFromCents(amount), after: textFromCents(booking.after), currency: (await readSiteSettings(trx)).currency }
                  : { amount, after: booking.after };
              await messages.tell(trx, memberId, kind === 'money' ? 'balanceChanged' : 'scoreChanged', caller.client, told);
            }
            return trx
              .selectFrom(`${kind}_log`)
              .select('id')
              .where('user_id', '=', memberId)
              .where('reason', '=', REASON)
              .where('ref', '=', entry.ref)
              .executeTakeFirstOrThrow();
          }),
        );
      return book().catch((error: unknown) => {
        throw atField(kind, error);
      });
    },

    refuse: () => Promise.reject(rejection('refusals.ledger.final')),
  };
}

/** The sender's key names the deed, so that the ledger itself knows it again. Programs that act for one administrator are senders of their own. */
async function refOf({ id, program, idempotencyKey: sent }: AdminCaller): Promise<string> {
  const ref = `${program ? `${id}/${program.tokenId}` : id}:${sent?.key ?? crypto.randomUUID()}`;
  return ref.length <= REF_LENGTH ? ref : sha256(ref);
}

const ABOUT_THE_AMOUNT = ['moneyShort', 'scoreShort', 'nothing', 'tooMuch'].map((word) => `refusals.ledger.${word}`);

/** What the ledger refuses, said at the field that is meant. */
function atField(kind: LedgerKind, error: unknown): unknown {
  if (!(error instanceof FailureError) || error.failure.kind !== 'rejected') return error;
  const { message } = error.failure;
  if (message === 'refusals.ledger.unknownMember') return new FieldsRefused({ user_id: { key: message } });
  return ABOUT_THE_AMOUNT.includes(message) ? new FieldsRefused({ [kind]: { key: message } }) : error;
}
