import { describe, expect, it } from 'vitest';
import type { AdminCaller } from '#server/base/caller';
import { readMessageFiles } from '#server/adapters/message-files';
import { ruleTitles } from '#server/features/rights/designed-titles';
import { listRules } from '#server/features/rights/admin-rule-list';
import type { Resource } from '#domain/table/resource';
import type { ReadContext } from '#server/resources/base/hooks';

describe('the list of menu rules', () => {
  const caller = { client: { language: 'en' }, grants: { isSuper: true } } as unknown as AdminCaller;
  const messages = readMessageFiles('locales');
  const context = { caller, ports: { messages } } as unknown as ReadContext;
  const calledIn = (sections: readonly Resource[], language: 'en' | 'zh-cn') => ruleTitles(() => sections, messages)(language);
  const query = { page: 1, limit: 10, order: '', quickSearch: '', isTree: true, select: false };

  it('calls rules of a designed section as it says it in the reader’s language, while nobody has given them another title', async () => {
    const repairs = {
      name: 'repairs',
      controller: 'x.Repairs',
      label: { 'zh-cn': '维修单', en: 'Repairs' },
      life: { events: { publish: { label: { 'zh-cn': '发布', en: 'Publish' } } } },
    } as unknown as Resource;
    const rows = [
      { id: 1, pid: 0, title: '维修单', name: 'x/repairs' },
      { id: 2, pid: 1, title: '发布 ✓', name: 'x/repairs/publishApprove' },
      { id: 3, pid: 1, title: '放行', name: 'x/repairs/publish' },
      { id: 4, pid: 0, title: '维修单', name: 'x/other' },
    ];
    const titles = async (language: 'en' | 'zh-cn') =>
      (
        await listRules({ ...query, isTree: false }, context, async () => ({ list: rows, remark: '' }), calledIn([repairs], language))
      ).list?.map(({ title }) => title);
    expect([await titles('en'), await titles('zh-cn')]).toEqual([
      ['Repairs', 'Publish ✓', '放行', '维修单'],
      ['维修单', '发布 ✓', '放行', '维修单'],
    ]);
  });

  it.each([
    ['list', false],
    ['options', true],
  ] as const)('says in its %s how many there are where not all are told', async (_name, select) => {
    const rows = [{ id: 1, pid: 0, title: 'menu.dashboard', name: 'dashboard' }];
    const told = async (total: number | undefined) =>
      listRules(
        { ...query, select },
        context,
        () => Promise.resolve({ [select ? 'options' : 'list']: rows, remark: '', ...(total !== undefined && { total }) }),
        calledIn([], 'en'),
      );
    expect([(await told(10_001)).total, Object.hasOwn(await told(undefined), 'total')]).toEqual([10_001, false]);
  });
});
