import { describe, expect, it } from 'vitest';
import type { AdminCaller } from '#server/base/caller';
import { readMessages } from '#server/adapters/message-files';
import { listRules } from '#server/features/rights/admin-rule-list';
import type { ReadContext } from '#server/resources/base/hooks';

describe('the list of menu rules', () => {
  const caller = { client: { language: 'en' }, grants: { isSuper: true } } as unknown as AdminCaller;
  const context = { caller, ports: { messages: readMessages('locales') } } as unknown as ReadContext;
  const query = { page: 1, limit: 10, order: '', quickSearch: '', isTree: true, select: false };

  it.each([
    ['list', false],
    ['options', true],
  ] as const)('says in its %s how many there are where not all are told', async (_name, select) => {
    const rows = [{ id: 1, pid: 0, title: 'menu.dashboard', name: 'dashboard' }];
    const told = async (total: number | undefined) =>
      listRules({ ...query, select }, context, () =>
        Promise.resolve({ [select ? 'options' : 'list']: rows, remark: '', ...(total !== undefined && { total }) }),
      );
    expect([(await told(10_001)).total, Object.hasOwn(await told(undefined), 'total')]).toEqual([10_001, false]);
  });
});
