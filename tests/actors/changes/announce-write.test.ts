import { describe, expect, it } from 'vitest';
import type { Call } from '#api/client';
import { announcementOf, historyOf, type ScreenThen } from '#actors/changes/announce-write';
import { setLiveResources } from '#actors/base/resource-book';
import { SHIPPED_RESOURCES } from '#tests/support/all-sections.ts';
import { undoWrite } from '#actors/table/undo';
import { FailureError } from '#domain/base/failure';

const shellOf = (...urls: string[]): ScreenThen['shell'] =>
  ({ context: { start: { site: { urls }, menu: { nodes: {} } }, route: { path: '/admin' } } }) as unknown as ScreenThen['shell'];
const done = (path: string, input: unknown) => ({ path, input, output: { change: 4 } });
const undo = { controller: 'goods.Goods', change: 4 };

describe('what a notice says of a write', () => {
  const rows = { goods: [{ id: 7, title: 'Tea' }] };

  it('names the record by what was written, or by the list', async () => {
    const said = await announcementOf(done('/admin/goods.Goods/edit', { id: 7, stock: 1 }), undo, { shell: undefined, rows }, 'zh-cn');
    expect(said).toEqual({ undo, news: { action: 'edit', title: 'Tea', count: 1 }, history: undefined });
    const unseen = await announcementOf(done('/admin/goods.Goods/edit', { id: 9 }), undo, { shell: undefined, rows: {} }, 'zh-cn');
    expect(unseen.news).toEqual({ action: 'edit', title: '', count: 1 });
  });

  it('names it in the language of the reader, where it has such a name', async () => {
    const screen = { shell: undefined, rows: { goods: [{ id: 7, title: '茶', titleEn: 'Tea' }] } };
    const titles = (input: unknown) =>
      Promise.all(
        (['zh-cn', 'en'] as const).map(
          async (language) => (await announcementOf(done('/admin/goods.Goods/edit', input), undo, screen, language)).news?.title,
        ),
      );
    expect(await titles({ id: 7, stock: 1 })).toEqual(['茶', 'Tea']);
    expect(await titles({ id: 7, title: '红茶', title_en: 'Black tea' })).toEqual(['红茶', 'Black tea']);
    expect(await titles({ id: 7, title: '红茶', title_en: '' })).toEqual(['红茶', '红茶']);
  });

  it('names nothing of a controller that is no section', async () => {
    const said = await announcementOf(done('/admin/routine.Config/edit', { id: 7 }), undo, { shell: undefined, rows }, 'zh-cn');
    expect(said.news).toBeNull();
  });

  it('says of an approval that it has led a record on', async () => {
    const said = await announcementOf(done('/admin/life.Request/approve', { id: 7 }), undo, { shell: undefined, rows }, 'en');
    expect(said.news).toEqual({ action: 'step', title: '', count: 1 });
    const named = { path: '/admin/life.Request/approve', input: { id: 7 }, output: { change: 4, title: 'Tea' } };
    const toldByName = await announcementOf(named, undo, { shell: undefined, rows }, 'en');
    expect(toldByName.news).toEqual({ action: 'step', title: 'Tea', count: 1 });
  });

  it('leads to the history for whoever may open it', () => {
    expect(historyOf(undo, shellOf('security/change/index'))).toBe('/admin/security/change?id=4');
    expect(historyOf(undo, shellOf('goods/goods/index'))).toBeUndefined();
    expect(historyOf(undo, undefined)).toBeUndefined();
  });
});

function ports(...answers: unknown[]) {
  const sent: unknown[] = [];
  const told: unknown[] = [];
  const next = [...answers];
  const call = (async ({ path }: { path: string }, input: unknown) => {
    sent.push([path, input]);
    const answer = next.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  }) as unknown as Call;
  return {
    sent,
    told,
    ports: {
      call,
      newKey: () => 'k',
      notices: { failed: (failure: unknown, history?: string) => void told.push(failure, history) },
      recordsChanged: (controller: string) => void told.push(controller),
      screen: () => ({ shell: shellOf('security/change/index'), rows: {} }),
    },
  };
}

describe('taking back from a notice', () => {
  it('asks the section itself, and leads to the history where that refuses', async () => {
    const failure = { kind: 'rejected', code: 0, message: 'changed since' } as const;
    const { sent, told, ports: given } = ports(new FailureError(failure));
    await undoWrite(undo, given);
    expect(sent).toEqual([['/admin/goods.Goods/undo', { change: 4 }]]);
    expect(told).toEqual([failure, '/admin/security/change?id=4', 'goods.Goods']);
  });

  it('plans what may have reached several sections', async () => {
    const {
      sent,
      told,
      ports: given,
    } = ports(
      { hash: 'h', refused: [], steps: [{ resource: 'goods' }, { resource: 'goods' }], counts: { created: 0, changed: 2, deleted: 0 } },
      { change: 5 },
    );
    await undoWrite({ controller: 'security.DataRecycleLog', change: 4 }, given);
    expect(sent).toEqual([
      ['/admin/security.Change/plan', { sets: [4] }],
      ['/admin/security.Change/apply', { sets: [4], hash: 'h' }],
    ]);
    expect(told).toEqual(['goods.Goods', 'security.DataRecycleLog']);
  });

  it('tells all lists where a plan has more steps than it tells, and where a lifecycle may have led records of others on', async () => {
    const counts = { created: 0, changed: 300, deleted: 0 };
    const plan = ports({ hash: 'h', refused: [], steps: [{ resource: 'goods' }], counts }, { change: 5 });
    await undoWrite({ controller: 'security.DataRecycleLog', change: 4 }, plan.ports);
    expect(plan.told).toEqual(expect.arrayContaining(['goods.Goods', 'goods.Category', 'user.User']));
    const walked = { ...SHIPPED_RESOURCES[0]!, name: 'walked', controller: 'shop.Walked', lifeField: 'state' };
    setLiveResources([walked]);
    const step = ports({ count: 1 });
    await undoWrite({ controller: 'shop.Walked', change: 4 }, step.ports);
    expect(new Set(step.told)).toEqual(new Set(['shop.Walked', ...SHIPPED_RESOURCES.map(({ controller }) => controller)]));
    expect(step.told).toHaveLength(new Set(step.told).size);
    setLiveResources([]);
  });

  it('tells all lists where records that name those of the section may have gone with them', async () => {
    const category = ports({ count: 1 });
    await undoWrite({ controller: 'goods.Category', change: 4 }, category.ports);
    expect(category.told).toEqual(expect.arrayContaining(['goods.Category', 'goods.Goods']));
    const lone = ports({ count: 1 });
    await undoWrite({ controller: 'auth.Rule', change: 4 }, lone.ports);
    expect(lone.told).toEqual(['auth.Rule']);
  });

  it('does nothing of a plan that is refused, and says why', async () => {
    const { sent, told, ports: given } = ports({ hash: 'h', refused: [{ message: 'Taken' }], steps: [] });
    await undoWrite({ controller: 'security.Change', change: 4 }, given);
    expect(sent).toHaveLength(1);
    expect(told).toEqual([{ kind: 'rejected', code: 0, message: 'Taken' }, '/admin/security/change?id=4', 'security.Change']);
  });
});
