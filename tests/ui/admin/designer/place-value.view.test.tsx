import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setLiveResources } from '#actors/base/resource-book';
import type { SendableSection } from '#domain/life/drawing/sendable-steps';
import type { Resource } from '#domain/table/resource';
import { perform } from '#domain/designer/drawing/design-acts';
import type { Drawing } from '#domain/designer/drawing/design-act';
import { blankDesign } from '#domain/designer/drawing/design-pieces';
import { NO_RENAMES } from '#domain/designer/section-design';
import type { Life } from '#domain/life/life';
import { placeText } from '#ui/admin/designer/review/place-text.ts';
import { PlaceValue } from '#ui/admin/designer/review/PlaceValue.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { renderInApp, startKitMessages } from '../../kit/support.tsx';
import { loadAllSectionWords } from '#tests/support/all-sections.ts';

afterEach(cleanup);

it('a conflict tells what a field is in the words of the page', async () => {
  await startKitMessages('en');
  await loadMessages(['designer']);
  const before = { design: blankDesign('ticket'), renames: NO_RENAMES };
  const added = perform(before, { type: 'field.added', piece: 'integer', at: 1 }, {});
  const after = perform(added, { type: 'field.changed', key: 'integer', name: 'search', value: 'range' }, {});
  renderInApp(<PlaceValue place="fields.integer" drawing={after} other={before} />);
  const words = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(words).toContainEqual(['Kind', 'Whole number']);
  expect(words).toContainEqual(['Filter', 'Range']);
});

const LIFE: Life = {
  field: 'state',
  chart: {
    id: 'ticket',
    initial: 'open',
    states: {
      open: {
        on: { close: { target: 'closed', guard: 'when1', actions: ['effect1', 'effect2'] }, note: { actions: ['effect3'] } },
        after: { time1: 'closed' },
      },
      closed: { on: { reopen: 'open' }, meta: { holds: ['when1'] } },
    },
  },
  events: {
    close: { right: 'edit', label: { en: 'Close', 'zh-cn': '关闭' }, asks: { comment: 'optional' } },
    reopen: { right: 'own', label: { en: 'Reopen', 'zh-cn': '重开' }, undo: 'never' },
    note: { right: 'edit', label: { en: 'Note', 'zh-cn': '备注' } },
  },
  conditions: { when1: { field: 'title', is: 'filled' } },
  delays: { time1: { seconds: 259_200 } },
  effects: {
    effect1: { set: 'title', to: { value: null } },
    effect2: { notify: 'author', title: { en: 'Closed' } },
    effect3: { comment: { en: 'Seen' } },
  },
};

const label = (en: string, zh: string) => ({ label: { en, 'zh-cn': zh } });

const drawnWith = (own: Partial<Life>): Drawing => {
  const design = blankDesign('ticket');
  const fields = {
    id: { kind: 'id' },
    title: { kind: 'string', ...label('Title', '标题') },
    due: { kind: 'dateTime', ...label('Due', '截止') },
    state: {
      kind: 'select',
      options: ['open', 'closed'],
      initial: 'open',
      optionLabels: { open: { en: 'Open', 'zh-cn': '待办' }, closed: { en: 'Closed', 'zh-cn': '已关闭' } },
      ...label('State', '状态'),
    },
  } as const;
  return { design: { ...design, declaration: { ...design.declaration, fields, life: { ...LIFE, ...own } } }, renames: NO_RENAMES };
};

/** What is said of a part on one side beside the other: each property that differs with its value. */
function saidOf(place: string, drawing: Drawing, other: Drawing, sections: readonly SendableSection[] | null = null): readonly string[] {
  const { container } = renderInApp(<PlaceValue place={place} drawing={drawing} other={other} sections={sections} />);
  const rows = [...container.querySelectorAll('dl > div')].map((one) => [...one.children].map(({ textContent }) => textContent).join(': '));
  cleanup();
  return rows;
}

const CLOSE: Life['events'][string] = {
  right: 'own',
  label: { en: 'Finish', 'zh-cn': '关闭' },
  asks: { comment: 'required', fields: ['title', 'due'] },
  second: { days: 3 },
  undo: 'reopen',
  asStatus: true,
};

it.each([
  [
    'en',
    {
      event: [
        'Label (English): Finish',
        'Who may take it: Extra right',
        'A reason: Required',
        'Fields to fill in: Title, Due',
        'Another person approves: 3 days',
        'Undone by: Reopen',
        'Saving the state means this step: On',
      ],
      before: [
        'Label (English): Close',
        'Who may take it: Editors',
        'A reason: Optional',
        'Fields to fill in: Nothing',
        'Another person approves: Off',
        'Undone by: Restoring the record',
        'Saving the state means this step: Off',
      ],
      state: [
        'Close: → Closed · Only if Title is filled in · Also does: Sets Title, Notifies the person who added it',
        'Note: stays in its state · Also does: Records a comment',
        '3 d: → Closed',
        'Final state: Off',
        'Records in it cannot be deleted: Off',
        'Restrict what can be edited: Off',
        'Has to hold in this state: Nothing',
      ],
      condition: ['Title is empty'],
      delay: ['At a moment: Due', 'Skip if over a day late: On'],
      effect: ['Becomes: Now'],
      mail: ['Subject (Chinese): 好了'],
      initial: ['Closed'],
      names: ['Condition of “Closed”, “Close”', 'Timer in “Open”', 'Also done with “Close”', 'First state', 'Step “Close”'],
    },
  ],
  [
    'zh-cn',
    {
      event: [
        '显示名称（英文）: Finish',
        '谁可以操作: 单独授权',
        '说明: 必填',
        '需填写的字段: 标题、截止',
        '需要另一人复核: 3 天',
        '撤销方式: 重开',
        '直接保存状态即为此步骤: 是',
      ],
      before: [
        '显示名称（英文）: Close',
        '谁可以操作: 编辑者',
        '说明: 选填',
        '需填写的字段: 无',
        '需要另一人复核: 否',
        '撤销方式: 恢复原状',
        '直接保存状态即为此步骤: 否',
      ],
      state: [
        '关闭: → 已关闭 · 仅当“标题”已填写 · 同时写入“标题”、通知添加人',
        '备注: 状态不变 · 同时记录说明',
        '3 天: → 已关闭',
        '终态，不再流转: 否',
        '此状态下不能删除: 否',
        '限制可修改的字段: 否',
        '此状态必须满足: 无',
      ],
      condition: ['“标题”为空'],
      delay: ['到某个时刻: 截止', '迟到超过一天则不执行: 是'],
      effect: ['写入: 当前时间'],
      mail: ['标题（中文）: 好了'],
      initial: ['已关闭'],
      names: ['“已关闭”、“关闭”的条件', '“待办”的定时器', '“关闭”同时执行的动作', '初始状态', '步骤“关闭”'],
    },
  ],
] as const)('tells what a life says where two differ as its form does, in %s', async (language, told) => {
  await startKitMessages(language);
  await loadMessages(['designer', 'resources', 'fields']);
  await loadAllSectionWords();
  const mine = drawnWith({});
  const events = drawnWith({ events: { ...LIFE.events, close: CLOSE } });
  expect([saidOf('life.events.close', events, mine), saidOf('life.events.close', mine, events)]).toEqual([told.event, told.before]);
  const ended = { ...LIFE.chart.states, open: { type: 'final', meta: { keeps: true, edits: ['title'], holds: ['when1'] } } } as const;
  expect(saidOf('life.states.open', mine, drawnWith({ chart: { ...LIFE.chart, states: ended } }))).toEqual(told.state);
  expect(saidOf('life.conditions.when1', drawnWith({ conditions: { when1: { field: 'title', is: 'empty' } } }), mine)).toEqual(
    told.condition,
  );
  expect(saidOf('life.delays.time1', drawnWith({ delays: { time1: { field: 'due', late: 'skip' } } }), mine)).toEqual(told.delay);
  const effects = (own: Life['effects']) => drawnWith({ effects: { ...LIFE.effects, ...own } });
  expect(saidOf('life.effects.effect1', effects({ effect1: { set: 'title', to: { from: 'now' } } }), mine)).toEqual(told.effect);
  const mail = effects({ effect2: { notify: 'author', title: { en: 'Closed', 'zh-cn': '好了' } } });
  expect(saidOf('life.effects.effect2', mail, mine)).toEqual(told.mail);
  expect(saidOf('life.initial', drawnWith({ chart: { ...LIFE.chart, initial: 'closed' } }), mine)).toEqual(told.initial);
  const places = ['conditions.when1', 'delays.time1', 'effects.effect2', 'initial', 'events.close'];
  expect(places.map((place) => placeText(`life.${place}`, [mine, events]))).toEqual(told.names);
});

const STOCK = {
  name: 'stock',
  controller: 'x.Stock',
  table: 'x_stock',
  titleField: 'id',
  label: { en: 'Stock cards', 'zh-cn': '库存卡' },
  fields: {
    id: { kind: 'id' },
    place: { kind: 'string', ...label('Shelf', '货架') },
    ticketId: { kind: 'remoteSelect', of: 'ticket', ...label('Ticket', '工单') },
  },
} as unknown as Resource;

it.each([
  [
    'en',
    [
      'Sends “Take out” to records in Stock cards',
      'The number of records in Stock cards that link to it as Ticket is at least 2',
      'Section: Stock cards',
      'Also show: Shelf',
    ],
  ],
  ['zh-cn', ['向“库存卡”的记录发送“出库”', '“库存卡”中以“工单”关联到它的记录数不小于 2', '关联的栏目: 库存卡', '同时显示: 货架']],
] as const)('tells of other sections by what they, their fields and their steps are called, in %s', async (language, told) => {
  await startKitMessages(language);
  await loadMessages(['designer', 'resources', 'fields']);
  await loadAllSectionWords();
  setLiveResources([STOCK]);
  const plain = drawnWith({});
  const mine = drawnWith({
    conditions: { when1: { referring: 'stock', by: 'ticketId', is: 'egt', value: 2 } },
    effects: { ...LIFE.effects, effect1: { send: 'takeOut', to: { referring: 'stock', by: 'ticketId' } } },
  });
  const sections = [{ name: 'stock', steps: [{ name: 'takeOut', label: { en: 'Take out', 'zh-cn': '出库' } }] }];
  const { declaration } = plain.design;
  const naming = { ...declaration.fields, stockId: { kind: 'remoteSelect', of: 'stock', shows: ['place'] } } as const;
  const related = { ...plain, design: { ...plain.design, declaration: { ...declaration, fields: naming } } } as Drawing;
  const said = (place: string, drawing: Drawing) => saidOf(place, drawing, plain, sections);
  const own = said('fields.stockId', related).filter((one) => told.some((text) => text === one));
  expect([...said('life.effects.effect1', mine), ...said('life.conditions.when1', mine), ...own]).toEqual(told);
  // The steps of a section that nobody knows keep their names.
  expect(saidOf('life.effects.effect1', mine, plain)[0]).toBe(told[0].replace(/Take out|出库/u, 'takeOut'));
  setLiveResources([]);
});

it.each([
  ['goods/goods/edit', 'Notifies everyone who can edit Goods'],
  ['goods/goods/publish', 'Notifies everyone with the right “Put on sale” of Goods'],
  ['user/user/add', 'Notifies everyone with the right “Add” of Member'],
  ['no/such/page', 'Notifies no/such/page'],
])('a mail to whoever has the right %s says so by the names of section and right', async (node, told) => {
  await startKitMessages('en');
  await loadMessages(['designer', 'menu']);
  const drawing = drawnWith({ ...LIFE, effects: { ...LIFE.effects, effect2: { notify: { node }, title: { en: 'Closed' } } } });
  renderInApp(<PlaceValue place="life.effects.effect2" drawing={drawing} other={drawnWith(LIFE)} />);
  expect(screen.getByText(told)).toBeDefined();
});
