import { textFromCents } from '#domain/base/money';
import { SIGN_IN_EVENTS } from '#domain/session/security-event';
import { localText } from '#domain/base/zone-time';
import type { LedgerKind } from '#domain/members/ledger-reasons';
import type { Database } from '../../../db/base/database.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { readSiteSettings } from '../../../resources/base/site-settings.ts';
import { STAFF_COLUMNS, wordsOf } from '../messages/message-words.ts';
import { rowBatches, type MemberData, type MemberDataReader, type MemberDataRow, type MemberDataValue } from '../../base/member-data.ts';

type Ports = Pick<ServerPorts, 'database' | 'messages'>;

const timeOf = (seconds: number | null, { timeZone }: MemberDataReader): MemberDataValue =>
  seconds === null || seconds === 0 ? null : localText(seconds, timeZone);

/** What the member centre itself keeps of members. */
export function addOwnRecords(data: MemberData, ports: Ports): void {
  const { kysely } = ports.database;
  data.add({ name: 'profile', records: profileOf(ports.database) });
  data.add({ name: 'balance', records: entriesOf(ports.database, 'money') });
  data.add({ name: 'points', records: entriesOf(ports.database, 'score') });
  data.add({
    name: 'sign-ins',
    records: {
      columns: ['time', 'outcome', 'ip', 'device', 'count'],
      async *portions(memberId, reader) {
        const say = (outcome: string): string => ports.messages.text(reader.language, `archive.values.${outcome}`);
        const events = kysely.selectFrom('security_log').where('account_type', '=', 'user').where('account_id', '=', memberId);
        const batches = rowBatches((after, limit) =>
          events
            .select(['id', 'at', 'kind', 'ip', 'useragent', 'count'])
            .where('kind', 'in', [...SIGN_IN_EVENTS])
            .where('id', '>', after)
            .orderBy('id')
            .limit(limit)
            .execute(),
        );
        for await (const rows of batches)
          yield rows.map(({ at, kind, ip, useragent: device, count }) => ({
            time: timeOf(at, reader),
            outcome: say(kind === 'session.signedIn' ? 'signedIn' : 'refused'),
            ip,
            device,
            count,
          }));
      },
    },
  });
  data.add({
    name: 'passkeys',
    records: {
      columns: ['name', 'added', 'used'],
      async *portions(memberId, reader) {
        // Ten at most. Keys are no data of a person, and are of use to nobody else.
        const rows = await kysely
          .selectFrom('passkey')
          .select(['name', 'create_time', 'used_time'])
          .where('member_id', '=', memberId)
          .orderBy('id')
          .execute();
        yield rows.map((row) => ({ name: row.name, added: timeOf(row.create_time, reader), used: timeOf(row.used_time, reader) }));
      },
    },
  });
  data.add({
    name: 'sign-in-services',
    records: {
      columns: ['service', 'account', 'added', 'used'],
      async *portions(memberId, reader) {
        // A few at most.
        const rows = await kysely
          .selectFrom('external_identity')
          .select(['issuer', 'label', 'create_time', 'used_time'])
          .where('account_type', '=', 'user')
          .where('account_id', '=', memberId)
          .orderBy('id')
          .execute();
        yield rows.map(({ issuer: service, label: account, create_time: added, used_time: used }) => ({
          service,
          account,
          added: timeOf(added, reader),
          used: timeOf(used, reader),
        }));
      },
    },
  });
  data.add({
    name: 'messages',
    records: {
      columns: ['time', 'title', 'text', 'advice', 'read'],
      async *portions(memberId, reader) {
        const { siteName: site } = await readSiteSettings(kysely);
        const batches = rowBatches((after, limit) =>
          kysely
            .selectFrom('member_message')
            .leftJoin('staff_message', 'staff_message.id', 'staff_message_id')
            .select(['member_message.id', 'text_key', 'params', 'member_message.create_time', 'read_time', ...STAFF_COLUMNS])
            .where('member_id', '=', memberId)
            .where('member_message.id', '>', after)
            .orderBy('member_message.id')
            .limit(limit)
            .execute(),
        );
        for await (const rows of batches)
          yield rows.map(({ create_time: created, read_time: read, ...words }) => ({
            time: timeOf(created, reader),
            ...wordsOf(ports.messages, reader.language, site, words),
            read: timeOf(read, reader),
          }));
      },
    },
  });
}

const profileOf = ({ kysely }: Database) => ({
  columns: [
    'number',
    'username',
    'nickname',
    'email',
    'mobile',
    'gender',
    'birthday',
    'motto',
    'avatar',
    'group',
    'balance',
    'points',
    'joined',
    'lastSignIn',
    'lastIp',
  ],
  async *portions(memberId: number, reader: MemberDataReader): AsyncGenerator<readonly MemberDataRow[]> {
    const row = await kysely
      .selectFrom('member')
      .innerJoin('member_group', 'member_group.id', 'member.group_id')
      .selectAll('member')
      .select('member_group.name as group')
      .where('member.id', '=', memberId)
      .executeTakeFirst();
    if (!row) return;
    const { id: number, username, nickname, email, mobile, gender, birthday, motto, avatar, group, score: points } = row;
    const [joined, lastSignIn] = [timeOf(row.join_time, reader), timeOf(row.last_login_time, reader)];
    const own = { number, username, nickname, email, mobile, gender: Number(gender), birthday, motto, avatar, group };
    yield [{ ...own, balance: textFromCents(row.money), points, joined, lastSignIn, lastIp: row.last_login_ip }];
  },
});

/** Money as text: each cent of the largest amounts is there. */
const amountOf = (ledger: LedgerKind, units: number): MemberDataValue => (ledger === 'money' ? textFromCents(units) : units);

const entriesOf = ({ kysely }: Database, ledger: LedgerKind) => ({
  columns: ['time', 'memo', 'change', 'before', 'after'],
  async *portions(memberId: number, reader: MemberDataReader): AsyncGenerator<readonly MemberDataRow[]> {
    const batches = rowBatches((after, limit) =>
      kysely
        .selectFrom(`${ledger}_log`)
        .select(['id', 'before', 'after', 'memo', 'create_time'])
        .where('user_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    );
    for await (const rows of batches)
      yield rows.map(({ before, after, memo, create_time: at }) => ({
        time: timeOf(at, reader),
        memo,
        change: amountOf(ledger, after - before),
        before: amountOf(ledger, before),
        after: amountOf(ledger, after),
      }));
  },
});
