import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveConfig } from '#api/contract/settings/config';
import { saveOwnProfile } from '#api/contract/session/own-profile';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { member } from '#sections/member/member.resource.ts';
import { outboxMessage } from '#sections/outbox-message/outbox-message.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

const SECRETS = { member: 'planted-Member-1', next: 'planted-Next-2', own: 'planted-Own-3', mail: 'planted-Mail-4', code: '739104' };

describe.each(dealtKinds())('the journal on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });

  it('holds no secret, whichever way it was written', async () => {
    const people = resourceEndpoints(member);
    const person = await call(people.add, { username: 'planted', nickname: 'P', password: SECRETS.member, group_id: 1 });
    const id = person?.id ?? 0;
    await call(people.save, { id, password: SECRETS.next });
    await call(people.remove, { ids: [id] });
    await call(saveConfig, { smtp_pass: SECRETS.mail });
    const { kysely } = server.database;
    const { rows } = await sql<{ id: number }>`insert into outbox_message (channel, target, purpose, text, code, status, create_time)
      values ('email', 'a@b.cn', 'x', ${`Your code is ${SECRETS.code}`}, ${SECRETS.code}, 'waiting', ${TEST_START_SECONDS}) returning id`.execute(
      kysely,
    );
    // Of what the journal does not hold nothing comes back, and none is offered.
    expect(await call(resourceEndpoints(outboxMessage).remove, { ids: [rows[0]?.id ?? 0] })).toEqual({ count: 1 });
    const profile = { nickname: 'Boss', email: '', mobile: '', motto: '', oldPassword: 'wrong', password: SECRETS.own };
    await call(saveOwnProfile, profile as never).catch(() => null);
    const tables = ['change_set', 'record_change', 'recycle_entry', 'sensitive_entry', 'sensitive_log'] as const;
    const kept = await Promise.all(
      tables.map(
        async (table) =>
          (await sql<{ all: string }>`select jsonb_agg(to_jsonb(t))::text as all from ${sql.table(table)} as t`.execute(kysely)).rows,
      ),
    );
    const text = JSON.stringify(kept);
    for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
    // That they were written is told all the same.
    const written = await kysely.selectFrom('record_change').select(['resource', 'kind', 'beside']).orderBy('id').execute();
    expect(written.map(({ resource, kind: what }) => `${resource} ${what}`)).toEqual([
      'member created',
      'member changed',
      'member deleted',
      'config changed',
      'outboxMessage deleted',
    ]);
    expect(written[1]?.beside).toEqual({ secrets: ['password'] });
  });
});
