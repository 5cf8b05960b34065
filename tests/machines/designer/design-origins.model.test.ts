import { createActor, createEmptyActor, fromPromise, waitFor } from 'xstate';
import { expect, it } from 'vitest';
import { FailureError } from '#domain/base/failure';
import { blankDesign } from '#domain/designer/drawing/design-pieces';
import {
  designOriginsMachine,
  selectLogged,
  selectProgram,
  selectStatementIssue,
  selectTables,
  type OriginAnswer,
  type OriginDoor,
  type Origins,
  type OriginWish,
} from '#machines/designer/design-origins.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
import { recorder } from '#tests/support/recorder.ts';

const table = (name: string, reason = '', comment = '') => ({ table: name, comment, rows: 2, hasMore: false, columns: 3, left: 1, reason });
const tables: Origins = { door: 'table', list: [table('customers', '', 'Kunden'), table('by_code', 'its key is another')] };
const logged = {
  id: 7,
  section: 'ticket',
  label: { 'zh-cn': '服务单' },
  table: 'x_ticket',
  revision: 2,
  status: 'success',
  error: '',
  admin: 'Ann',
  createTime: 0,
} as const;
const log: Origins = { door: 'log', list: [logged, { ...logged, id: 8, section: 'room', table: 'x_room', label: {} }], hasMore: false };
const program: Origins = {
  door: 'section',
  list: [
    { name: 'goods', label: { en: 'Goods', 'zh-cn': '商品' }, fields: 18 },
    { name: 'notice', label: { en: 'Notices' }, fields: 9 },
  ],
};
const design = blankDesign('customers');
const whole: OriginAnswer = { is: 'design', design, left: [] };
const partial: OriginAnswer = { is: 'design', design, left: [{ column: 'secret', reason: 'no field' }] };
const there: OriginAnswer = { is: 'section', start: { from: 'revision', name: 'ticket', id: 7 } };
const refused = (fields?: Readonly<Record<string, string>>) =>
  new FailureError({ kind: 'rejected', code: 0, message: 'no', ...(fields && { fields }) });

describeModel({
  machine: designOriginsMachine,
  inputs: [{ owner: createEmptyActor() }],
  events: [
    { type: 'origin.requested', door: 'table' },
    { type: 'origin.requested', door: 'statement' },
    { type: 'origin.requested', door: 'log' },
    { type: 'origin.requested', door: 'section' },
    { type: 'origin.retried' },
    { type: 'origin.searched', text: 'cust' },
    { type: 'table.chosen', table: 'customers' },
    { type: 'log.chosen', id: 7 },
    { type: 'section.chosen', name: 'goods' },
    { type: 'statement.typed', text: 'create table t (id int)' },
    { type: 'statement.confirmed' },
    { type: 'origin.accepted' },
    { type: 'origin.returned' },
    { type: 'origin.cancelled' },
    done('loadOrigins', tables),
    done('loadOrigins', log),
    done('loadOrigins', program),
    failed('loadOrigins', refused()),
    done('readOrigin', whole),
    done('readOrigin', partial),
    done('readOrigin', there),
    failed('readOrigin', refused({ sql: 'Line 1' })),
    done('keepDraft'),
    failed('keepDraft', refused()),
  ],
  // A list is that of the door.
  only: ({ context }, event) =>
    event.type !== 'xstate.done.actor.loadOrigins' || ('output' in event && (event.output as Origins).door === context.door),
  view: ({ context }) => [
    context.door,
    context.origins?.door,
    context.text !== '',
    context.sql !== '',
    context.wish.door,
    context.found?.left.length,
    context.failure?.kind,
  ],
  always: (snapshot) => {
    if (snapshot.matches({ open: 'choosing' })) return snapshot.context.origins?.door === snapshot.context.door;
    if (snapshot.matches({ open: 'writing' })) return snapshot.context.door === 'statement';
    return !snapshot.matches({ open: 'told' }) || (snapshot.context.found?.left.length ?? 0) > 0;
  },
});

function open(answer: OriginAnswer | FailureError, origins: Origins = tables) {
  const owner = recorder();
  const asked: unknown[] = [];
  const logic = designOriginsMachine.provide({
    actors: {
      loadOrigins: fromPromise<Origins, { readonly door: OriginDoor }>(async ({ input }) => {
        asked.push(input);
        return origins;
      }),
      readOrigin: fromPromise<OriginAnswer, OriginWish>(async ({ input }) => {
        asked.push(input);
        if (answer instanceof FailureError) throw answer;
        return answer;
      }),
      keepDraft: fromPromise(async ({ input }) => void asked.push(input)),
    },
  });
  const actor = createActor(logic, { input: { owner: owner.ref as never } }).start();
  const at = (state: 'choosing' | 'writing' | 'told' | 'closed') =>
    waitFor(actor, (snapshot) => (state === 'closed' ? snapshot.matches('closed') : snapshot.matches({ open: state })));
  return { actor, owner, asked, at };
}

it('a new design begins with a table that can be taken, and says first which columns stay out', async () => {
  const { actor, owner, asked, at } = open(partial);
  actor.send({ type: 'origin.requested', door: 'table' });
  const { context } = await at('choosing');
  expect(context.origins).toEqual(tables);
  expect(actor.getSnapshot().can({ type: 'table.chosen', table: 'by_code' })).toBe(false);
  actor.send({ type: 'table.chosen', table: 'customers' });
  await at('told');
  expect(asked).toEqual([{ door: 'table' }, { door: 'table', table: 'customers' }]);
  actor.send({ type: 'origin.accepted' });
  await at('closed');
  expect(asked.at(-1)).toEqual({ design });
  expect(owner.heard).toEqual([{ type: 'design.started', start: { from: 'section', name: 'customers' } }]);
});

it('a new design begins with a section of the program that is listed, looked for in either language', async () => {
  const { actor, asked, at } = open(partial, program);
  actor.send({ type: 'origin.requested', door: 'section' });
  await at('choosing');
  expect(actor.getSnapshot().can({ type: 'section.chosen', name: 'admin' })).toBe(false);
  actor.send({ type: 'origin.searched', text: '商' });
  expect(selectProgram(actor.getSnapshot()).map(({ name }) => name)).toEqual(['goods']);
  actor.send({ type: 'section.chosen', name: 'goods' });
  await at('told');
  expect(asked).toEqual([{ door: 'section' }, { door: 'section', name: 'goods' }]);
});

it('a new design keeps a statement that was refused, with what is wrong in it, and forgets one that became a draft', async () => {
  const { actor, at } = open(refused({ sql: 'Line 2: no' }));
  actor.send({ type: 'origin.requested', door: 'statement' });
  expect(actor.getSnapshot().can({ type: 'statement.confirmed' })).toBe(false);
  actor.send({ type: 'statement.typed', text: 'create' });
  actor.send({ type: 'statement.confirmed' });
  await at('writing');
  expect([selectStatementIssue(actor.getSnapshot()), actor.getSnapshot().context.sql]).toEqual(['Line 2: no', 'create']);
  actor.send({ type: 'statement.typed', text: 'create table' });
  expect(selectStatementIssue(actor.getSnapshot())).toBe('');
  const good = open(whole);
  good.actor.send({ type: 'origin.requested', door: 'statement' });
  good.actor.send({ type: 'statement.typed', text: 'create table t (id int)' });
  good.actor.send({ type: 'statement.confirmed' });
  const { context } = await good.at('closed');
  expect(context.sql).toBe('');
  expect(good.owner.heard).toEqual([{ type: 'design.started', start: { from: 'section', name: 'customers' } }]);
});

it('a new design opens what the log has of a section that is still there, and keeps nothing', async () => {
  const { actor, owner, asked, at } = open(there, log);
  actor.send({ type: 'origin.requested', door: 'log' });
  await at('choosing');
  actor.send({ type: 'log.chosen', id: 7 });
  await at('closed');
  expect(asked).toEqual([{ door: 'log' }, { door: 'log', id: 7 }]);
  expect(owner.heard).toEqual([{ type: 'design.started', start: { from: 'revision', name: 'ticket', id: 7 } }]);
});

it('a new design finds tables by name and remark, and designs by section, table and title', async () => {
  const found = open(whole);
  const search = (text: string) => found.actor.send({ type: 'origin.searched', text });
  const names = () => selectTables(found.actor.getSnapshot()).map((one) => one.table);
  found.actor.send({ type: 'origin.requested', door: 'table' });
  await found.at('choosing');
  expect(names()).toEqual(['customers', 'by_code']);
  search(' KUND ');
  expect(names()).toEqual(['customers']);
  search('code');
  expect(names()).toEqual(['by_code']);
  const old = open(there, log);
  const ids = (text: string) => {
    old.actor.send({ type: 'origin.searched', text });
    return selectLogged(old.actor.getSnapshot()).map(({ id }) => id);
  };
  old.actor.send({ type: 'origin.requested', door: 'log' });
  await old.at('choosing');
  expect([ids('服务'), ids('x_room'), ids('Ticket'), ids('no')]).toEqual([[7], [8], [7], []]);
});
