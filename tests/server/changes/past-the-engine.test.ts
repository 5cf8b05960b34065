import { globSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pauseSection, removeSection } from '#api/contract/designer/designer';
import * as store from '#api/contract/modules/modules';
import { problemReport } from '#sections/problem-report/problem-report.resource.ts';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { hasCall } from '#domain/table/resource';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { isCoreTable } from '#server/db/tables/table-names';
import { dealtKinds } from '#tests/support/dealt.ts';
import { shelfOf, sourceOf } from '#tests/support/packages.ts';
import { createDesigning, TICKET, ticketDesign } from '#tests/support/sections.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const IN_JOURNAL = 'keeps it in the journal itself';
const BY_GATE = 'runs inside of keepingSurroundings, which keeps it';
const COUNTERS = 'when and from where somebody signed in: counters';
const ERASED = 'a person is erased, and with them what the journal held of the record';
const OF_FILES = 'what is uploaded has no state before; bytes and the number of uploads are no values that people write';
const OF_STRANGERS = 'comes from readers, and is no write of a section';
const RETENTION = 'goes when its time is over';
const LEDGER = 'a ledger is its own journal';

/** Every place that writes to a table of a section past the engine, and where the journal has it, or why it has not. */
const PLACES: Readonly<Record<string, string>> = {
  'server/boot/tools/account-help.ts admin': 'a command of whoever owns the machine; the security log has it',
  'server/features/base/admin-log.ts admin_log': 'a log',
  'server/features/base/mail-who-is-there.ts outbox_message': ERASED,
  'server/features/base/rule-holders.ts admin_rule': BY_GATE,
  'server/features/chat/conversations.service.ts chat_feedback': 'whoever signs in takes over what they said as a visitor',
  'server/features/chat/feedback.service.ts chat_feedback': OF_STRANGERS,
  'server/features/chat/own-data/erase-chats.ts chat_feedback': ERASED,
  'server/features/chat/providers/model-keys.ts chat_model': 'the state of a key that nothing opens any more, found at the start',
  'server/features/chat/sweep-chat.ts chat_feedback': RETENTION,
  'server/features/designer/follow-renames.ts security_sensitive_data': BY_GATE,
  'server/features/designer/section-menu.ts admin_rule': BY_GATE,
  'server/features/external/follow-groups.ts admin': IN_JOURNAL,
  'server/features/external/make-account.ts admin': IN_JOURNAL,
  'server/features/external/make-account.ts member': IN_JOURNAL,
  'server/features/external/provider-secrets.ts sign_in_provider': 'the state of a secret that nothing opens any more, found at the start',
  'server/features/files/attachment-rows.ts attachment': OF_FILES,
  'server/features/files/erase-member-files.ts attachment': ERASED,
  'server/features/files/own-files.service.ts attachment': 'what members delete of their own waits in nobody’s bin',
  'server/features/files/recycled-bytes.ts attachment': OF_FILES,
  'server/features/members/address-writes.ts member': IN_JOURNAL,
  'server/features/members/ledger.ts member': LEDGER,
  'server/features/members/ledger.ts money_log': LEDGER,
  'server/features/members/ledger.ts score_log': LEDGER,
  'server/features/members/own-data/erase-member.ts member': ERASED,
  'server/features/members/own-profile.service.ts member': IN_JOURNAL,
  'server/features/members/sign-in/member-sessions.service.ts member': COUNTERS,
  'server/features/members/sign-in/registration.service.ts member': IN_JOURNAL,
  'server/features/modules/module-menu.ts admin_rule': BY_GATE,
  'server/features/modules/module-settings.ts config': BY_GATE,
  'server/features/observe/problem-reports.service.ts problem_report': IN_JOURNAL,
  'server/features/programs/api-tokens.service.ts api_token':
    'when a token was made and used last: counters, which the security log has too',
  'server/features/programs/deliver-webhooks.ts webhook':
    'keeps in the journal that it was switched off; since when it fails and what was delivered last are counters',
  'server/features/programs/webhook-secret.ts webhook': 'the state of a secret that nothing opens any more, found at the start',
  'server/features/programs/webhooks.service.ts webhook': 'when a secret was made: a counter, which the security log has too',
  'server/features/rights/erasure/erase-admin.ts admin': ERASED,
  'server/features/rights/erasure/erase-admin.ts api_token': ERASED,
  'server/features/rights/erasure/erase-admin.ts problem_report': ERASED,
  'server/features/rights/erasure/erase-admin.ts webhook': ERASED,
  'server/features/rights/erasure/admin-traces.ts attachment': 'an administrator is erased, whose name it forgets there and in its images',
  'server/features/rights/permission-inheritance.ts admin_group': IN_JOURNAL,
  'server/features/session/admin-address-undo.ts admin': IN_JOURNAL,
  'server/features/session/own-profile.service.ts admin': IN_JOURNAL,
  'server/features/session/session.service.ts admin': COUNTERS,
  'server/features/session/verification/outbox.ts outbox_message': 'messages that the program sends',
  'server/features/settings/add-setting.ts config': IN_JOURNAL,
  'server/features/settings/settings.service.ts config': IN_JOURNAL,
  'server/features/terminal/terminal-config.ts config': IN_JOURNAL,
};

const WRITTEN = new Set([
  'config',
  ...SHIPPED_RESOURCES.filter((one) => (['add', 'save', 'remove', 'sort'] as const).some((call) => hasCall(one, call))).map(
    ({ table }) => table,
  ),
]);

it('whatever writes to a section past the engine is known, and those that say so keep it in the journal', () => {
  const found = globSync(['server/**/*.ts', 'src/sections/**/*.hooks.ts'], { exclude: ['server/db/**'] }).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const tables = [...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)'/gu)].flatMap(([, table = '']) =>
      WRITTEN.has(table) ? [table] : [],
    );
    return [...new Set(tables)].map((table) => `${file} ${table}`);
  });
  // The engine itself, and what it has of its own.
  const past = found.filter((place) => !/^server\/(?:resources|features\/changes)\//u.test(place));
  expect(past.toSorted()).toEqual(Object.keys(PLACES).toSorted());
  const silent = Object.entries(PLACES)
    .filter(([place, why]) => why === IN_JOURNAL && !/\blog(?:Changes|Write)\(/u.test(readFileSync(place.split(' ')[0] ?? '', 'utf8')))
    .map(([place]) => place);
  expect(silent).toEqual([]);
});

/** Every table beside those that sections are written to in: why what is written to it is no matter of the journal of changes. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'the journal itself, and what waits for its entries': [
    'change_set', 'change_set_undo', 'record_change', 'sensitive_entry', 'recycled_file', 'personal_column',
  ],
  'a log or a ledger, which is its own journal': [
    'security_log', 'daily_check_in', 'terminal_run', 'terminal_event', 'module_run', 'chat_usage', 'webhook_delivery', 'webhook_attempt',
  ],
  'the life of a record, whose every step follows from a change that the journal has': ['life_revision', 'life_step', 'life_timer', 'life_request'],
  'lives of the program that a site draws anew, whose revisions are their journal': ['site_life'],
  'designs, whose revisions are their journal and their way back': ['section', 'section_revision', 'section_kept', 'section_clock'],
  'modules, which are taken back to a version of before': ['module', 'module_package', 'module_picture'],
  'whom modules are taken from: the log of operations has who agreed to it': ['module_publisher', 'module_registry'],
  'secrets and proofs, of which the journal may have nothing': [
    'admin_password', 'member_password', 'config_secret', 'chat_model_secret', 'api_token_secret', 'webhook_secret', 'sign_in_provider_secret', 'external_identity', 'external_sign_in', 'external_session', 'passkey', 'passkey_challenge', 'two_factor', 'recovery_code',
    'address_pass', 'address_undo', 'admin_address_undo', 'verification_code', 'code_turn', 'token', 'member_proof', 'sign_in_step', 'captcha', 'captcha_work',
    'cloud_form', 'member_cloud_form', 'preview_ticket', 'terminal_ticket',
  ],
  'how people want to see and hear things, each for themselves': ['saved_view', 'dashboard_layout', 'member_preference', 'notification_reader', 'record_watch', 'notice_read'],
  'what people say: it is theirs, and goes with them': [
    'member_message', 'staff_message', 'notification', 'chat_visitor', 'chat_conversation', 'chat_message', 'chat_run', 'chat_event', 'chat_proposal', 'chat_share',
    'chat_attachment', 'chat_message_attachment',
    'problem_journal',
  ],
  'what members ask for of themselves': ['member_export', 'member_deletion', 'member_deletion_request', 'sign_in_place'],
  'rows of a record, which its images hold': ['admin_group_access', 'project_choice'],
  'the workings of the server': [
    'throttle_counter', 'idempotency_key', 'trace_erasure', 'blob', 'area', 'section_step', 'section_rule', 'section_restore', 'site_version', 'page_file', 'kysely_migration', 'kysely_migration_lock',
  ],
}; // prettier-ignore

/** Tables that designs, modules and the terminal write to beside their own, by the section that the journal has them under. */
const BESIDE = {
  adminRule: 'admin_rule',
  adminGroup: 'admin_group',
  memberRule: 'member_rule',
  memberGroup: 'member_group',
  dataRecycle: 'security_data_recycle',
  sensitiveData: 'security_sensitive_data',
  config: 'config',
} as const;

describe.each(dealtKinds())('what later systems write, on %s', (kind) => {
  let server: TestServer;
  let token = '';
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const { publish, read } = createDesigning((...all) => call(...all));

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false, modules: { shelf: await shelfOf(sourceOf('feedback')) } });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  type Row = Readonly<Record<string, unknown>>;
  const rowsOf = async (table: string): Promise<ReadonlyMap<number, Row>> => {
    const { rows } = await sql<{ row: Row }>`select to_jsonb(one) as row from ${sql.table(table)} as one`.execute(server.database.kysely);
    return new Map(rows.map(({ row }) => [Number(row['id']), row]));
  };
  const world = async () =>
    new Map(await Promise.all(Object.entries(BESIDE).map(async ([name, table]) => [name, await rowsOf(table)] as const)));

  const inOrder = (all: ReadonlyMap<string, ReadonlyMap<number, Row>>) =>
    Object.fromEntries([...all].map(([name, rows]) => [name, [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row)]));

  it('into menus, rights and settings is in the journal: folded onto what was there it gives what is there', async () => {
    const { kysely } = server.database;
    let seen = await world();
    let last = 0;
    /** What one deed wrote, once the journal was folded. */
    async function deed(work: () => Promise<unknown>): Promise<readonly string[]> {
      await work();
      const changes = await kysely
        .selectFrom('record_change')
        .innerJoin('change_set', 'change_set.id', 'set_id')
        .select(['record_change.id', 'record_change.resource', 'record_id', 'kind', 'after', 'source', 'action', 'actor_name'])
        .where('record_change.id', '>', last)
        .orderBy('record_change.id')
        .execute();
      const now = await world();
      const folded = new Map([...seen].map(([name, rows]) => [name, new Map(rows)]));
      for (const { resource, record_id: id, after } of changes) {
        const rows = folded.get(resource);
        if (after === null) rows?.delete(id);
        else rows?.set(id, { ...rows.get(id), ...after });
      }
      expect(inOrder(folded)).toEqual(inOrder(now));
      [seen, last] = [now, Math.max(last, ...changes.map(({ id }) => id))];
      return [
        ...new Set(changes.map(({ source, action, resource, actor_name: who }) => `${who} ${source} ${action} ${resource}`)),
      ].toSorted();
    }
    await deed(async () => undefined);
    expect(await deed(() => publish(ticketDesign()))).toEqual(['admin designer add adminRule']);
    expect(await deed(() => call(pauseSection, { name: 'ticket', isPaused: true }))).toEqual(['admin designer edit adminRule']);
    const { section } = await read('ticket');
    expect(await deed(() => call(removeSection, { name: 'ticket', version: section.version, table: TICKET.table }))).toEqual([
      'admin designer del adminRule',
    ]);

    const wish = { uid: 'feedback', version: '1.1.0', act: 'install' } as const;
    expect(
      await deed(async () => {
        const { hash } = await call(store.planModule, wish);
        await call(store.applyModule, { ...wish, hash, isConsented: true, ticked: [] });
      }),
    ).toEqual(expect.arrayContaining(['admin module add adminRule', 'admin module edit config']));
    expect(await deed(() => call(store.pauseModule, { uid: 'feedback', isPaused: true }))).toEqual(['admin module edit adminRule']);
    expect(await deed(() => call(store.removeModule, { uid: 'feedback', records: 'keep', typed: '' }))).toEqual([
      'admin module del adminRule',
      'admin module edit config',
    ]);
    const port = () => server.request('/admin/ajax/changeTerminalConfig', { method: 'POST', json: { port: 8123 }, token });
    expect(await deed(port)).toEqual(['admin settings edit config']);
    expect(await deed(port)).toEqual([]);
  });

  it('has each table of the program in the journal, or is known to be elsewhere and why', async () => {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(server.database.kysely);
    const byMonth = /^(?:change_set|record_change)_(?:old|\d+)$/u;
    const tables = rows.map(({ name }) => name).filter((name) => isCoreTable(name) && !byMonth.test(name) && !WRITTEN.has(name));
    expect(tables.toSorted()).toEqual(Object.values(ELSEWHERE).flat().toSorted());
  });

  it('a report that is deleted leaves who deleted it, and nothing that it said', async () => {
    const { kysely } = server.database;
    const report = { number: 'P-1', area: 'admin', who: 'visitor', admin_id: null, page: '/', sentence: 'secret words', build: 'b', network: 'n', create_time: 1 } as const; // prettier-ignore
    const { id } = await kysely.insertInto('problem_report').values(report).returning('id').executeTakeFirstOrThrow();
    await call(resourceEndpoints(problemReport).remove, { ids: [id] });
    const changes = await kysely
      .selectFrom('record_change')
      .innerJoin('change_set', 'change_set.id', 'set_id')
      .select(['kind', 'before', 'after', 'record_change.title', 'actor_name', 'record_id'])
      .where('record_change.resource', '=', 'problemReport')
      .execute();
    expect(changes).toEqual([{ kind: 'deleted', before: {}, after: null, title: '', actor_name: 'admin', record_id: id }]);
    expect(await kysely.selectFrom('recycle_entry').select('id').where('resource', '=', 'problemReport').execute()).toEqual([]);
  });
});
