import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainRight } from '#api/contract/rights/rights';
import { recordHistory } from '#api/contract/changes/change';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { adminGroup } from '#sections/admin-group/admin-group.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createDesigning, ticketDesign } from '#tests/support/sections.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

type Row = Readonly<Record<string, unknown>>;
const withThoseBelow = (row: Row): readonly Row[] => [row, ...((row['children'] ?? []) as readonly Row[]).flatMap(withThoseBelow)];

describe.each(dealtKinds())('rights of a designed section on %s', (kind) => {
  let server: TestServer;
  let token = '';
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  it('are called in the list of groups, in its history and where they are explained as the section is in the language of whoever reads', async () => {
    const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
    const { draft, publish } = createDesigning(call);
    const { declaration, shape } = ticketDesign({}, {});
    const design = { declaration: { ...declaration, label: { 'zh-cn': '维修单', en: 'Repairs' } }, shape };
    await draft(design);
    await publish(design);
    const clerk = await server.addAdmin('clerk', ['x/ticket']);
    const shown = async (language: 'en' | 'zh-cn') => {
      const { list = [] } = await server.call(resourceEndpoints(adminGroup).list, {}, { token, language });
      const { rules } = await server.call(explainRight, { id: clerk.id, node: 'x/ticket' }, { token, language });
      const group = list.flatMap(withThoseBelow).find((row) => row['id'] === clerk.groupId);
      return [group?.['rules'], rules.at(-1)?.title];
    };
    expect([await shown('en'), await shown('zh-cn')]).toEqual([
      ['Repairs', 'Repairs'],
      ['维修单', '维修单'],
    ]);

    await call(resourceEndpoints(adminGroup).save, { id: clerk.groupId, rules: ['1'] });
    const inHistory = async (language: 'en' | 'zh-cn') => {
      const { versions } = await server.call(recordHistory, { resource: 'adminGroup', id: clerk.groupId }, { token, language });
      return versions.flatMap(({ fields }) => fields.flatMap(({ beforeText }) => beforeText ?? []));
    };
    expect([await inHistory('en'), await inHistory('zh-cn')]).toEqual([['1 right: Repairs'], ['1 项权限: 维修单']]);
  });
});
