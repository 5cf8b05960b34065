import { describe, expect, it } from 'vitest';
import type { Writer } from '#server/base/caller';
import type { Life } from '#domain/life/life';
import { askedFields } from '#server/resources/life/asked-fields';
import { validateStep, validateState, validateStay, maySend } from '#server/resources/life/validate-step';
import { clockAt, factsOfAll } from '#server/resources/life/life-facts';
import { mayPress } from '#server/resources/life/told-offers';
import { CLERK, callerWith, context, editor, validated, life, refused, trx, unitOf, WHOLE } from '#tests/support/lives/sample-life.ts';

const FORBIDDEN = 'refusals.forbidden';
const clockNow = async (nowSeconds: number) =>
  (await factsOfAll(context, life, { trx, caller: editor, nowSeconds }, [{ row: null, values: {} }]))[0]?.clock;
const says = (state: string, more: object = {}) => validated({ state }, more);
const off = (values: object) => validated({ state: 'off' }, { state: 'on', values });
const stays = (state: string, values: object) =>
  validateStay(context, life, unitOf(), { row: { id: 1 }, before: { ...WHOLE, status: state }, values: { ...values } });
const back = async (values: object) => validateState(context, life, { ...WHOLE, ...values }, 0);

const may = (name: string, caller: Writer, action = 'edit') => maySend(context, unitOf(caller, action), name, life.events[name]!);
describe('whoever sends an event', () => {
  it('needs its right; adding is enough for what editing is, and for nothing else', () => {
    expect([may('publish', editor), may('publish', callerWith()), may('publish', callerWith(), 'add')]).toEqual([true, false, true]);
    expect([may('claim', editor), may('claim', callerWith('claim')), may('claim', callerWith(), 'add')]).toEqual([false, true, false]);
    expect([may('given', callerWith('*')), mayPress(context, life, callerWith(), 'publish')]).toEqual([false, false]);
  });

  it('is nobody where the program sends it, which sends nothing else', async () => {
    expect(await validated({ event: 'given', isByProgram: true })).toMatchObject({ to: 'off', sets: { by: null } });
    expect(await refused(validated({ event: 'given' }, { caller: callerWith('*') }))).toBe(FORBIDDEN);
    expect(await refused(validated({ event: 'publish', isByProgram: true }))).toBe(FORBIDDEN);
    expect(await validated({ time: 'day' })).toMatchObject({ event: 'day', to: 'off', sets: { by: null } });
  });

  it('has it approved by another person where that is asked for', async () => {
    await expect(validated({ event: 'second' })).rejects.toThrow('Another person has to approve second');
    expect(await validated({ event: 'second', asker: { id: 3, username: 'ann' } })).toMatchObject({ to: 'held' });
  });

  it('owns what has no row yet, and what the column says', async () => {
    const caller = callerWith('claim');
    const claim = (row: object | null) => validated({ event: 'claim' }, { caller, row });
    expect([(await claim(null)).to, (await claim({ id: 1, admin_id: String(CLERK) })).to]).toEqual(['held', 'held']);
    expect(await refused(claim({ id: 1, admin_id: 8 }))).toBe('refusals.life.Owner');
  });

  it('does it in its hours on the clock of the site', async () => {
    // A Sunday; where no setting says a zone it is that of the program.
    const sunday = Date.UTC(2026, 10, 29, 8) / 1000;
    expect([clockAt(sunday, 'UTC'), clockAt(sunday + 86_400, 'UTC')]).toEqual([{ hour: 8, weekday: 7 }, { hour: 8, weekday: 1 }]); // prettier-ignore
    expect((await clockNow(sunday))!.hour - (await clockNow(sunday - 3600))!.hour).toBe(1);
    expect(await refused(validated({ event: 'early' }))).toBe('refusals.life.OpenHours');
  });
});

describe('what comes with an event', () => {
  it('is whole: a field that is empty and a reason of blanks are none', async () => {
    expect(await refused(validated({ event: 'fill' }, { values: { title: '' } }))).toEqual({ title: 'validation.required' });
    expect(await validated({ event: 'fill' }, { values: { title: 'Oolong' } })).toMatchObject({ to: 'told' });
    expect(await refused(validated({ event: 'why', comment: '  ' }))).toEqual({ comment: 'validation.required' });
    expect(await validated({ event: 'why', comment: ' sold ' })).toMatchObject({ comment: 'sold' });
    // Nobody is asked for a reason: none is kept.
    expect(await validated({ event: 'note', comment: 'because' })).toMatchObject({ comment: '', to: 'draft', further: ['hello'] });
  });

  it('is set beside it, and what else it does is named; a comment of its own is cut', async () => {
    expect(await validated({ event: 'publish' })).toEqual({
      event: 'publish',
      from: 'draft',
      to: 'on',
      comment: 'e'.repeat(1000),
      sets: { stamped: 1000, by: CLERK },
      further: ['long', 'hello'],
    });
  });

  it('is refused by the first of what does not hold at a field', async () => {
    expect(await refused(validated({ event: 'publish' }, { own: { ...WHOLE, price: null } }))).toEqual({ price: 'refusals.life.filled' });
    expect(await refused(validated({ event: 'publish' }, { own: { ...WHOLE, price: 0 } }))).toEqual({ price: 'refusals.life.gt' });
    expect(await refused(validated({ event: 'publish' }, { state: 'on' }))).toBe('refusals.life.alreadyThere');
    expect(await refused(validated({ event: 'rename' }))).toBe('refusals.life.notFromHere');
  });

  it('asks on staying only for what asks of a changed field, and on entering for all', async () => {
    const cheap = { ...WHOLE, price: 0 };
    expect(await validated({ event: 'rename' }, { state: 'on', own: cheap })).toMatchObject({ to: 'on' });
    expect(await refused(validated({ event: 'reprice' }, { state: 'on', own: cheap, values: { price: -1 } }))).toEqual({
      price: 'refusals.life.egt',
    });
    expect(await refused(validated({ event: 'publish' }, { own: { ...WHOLE, least: 9 } }))).toEqual({ price: 'refusals.life.egt' });
    // What holds there asks of the state that is entered.
    expect(await validated({ event: 'back' }, { caller: callerWith('back') })).toMatchObject({ to: 'off' });
  });
});

describe('a save that says another state', () => {
  it('means the one event that leads there and that a save can carry', async () => {
    expect(await says('on')).toMatchObject({ event: 'publish' });
    expect(await says('told', { values: { title: 'Oolong' } })).toMatchObject({ event: 'fill' });
    // A reason, what is not filled in and another person are asked for by the event alone.
    expect(await refused(says('told'))).toBe('refusals.life.byEvent');
    expect(await refused(says('held'))).toBe('refusals.life.OpenHours');
    expect(await refused(says('end'))).toEqual({ title: 'refusals.life.eq' });
    expect(await refused(says('nowhere'))).toBe('refusals.life.noWay');
  });

  it('is refused where several do, but for the one that saves mean', async () => {
    expect(await refused(says('several'))).toBe('refusals.life.several');
    expect(await says('chosen')).toMatchObject({ event: 'named' });
    const both: Life = { ...life, events: { ...life.events, wide: { right: 'edit', asStatus: true } } };
    const two = validateStep(context, both, unitOf(), { row: { id: 1 }, before: WHOLE, values: {} }, { state: 'chosen' });
    expect(await refused(two)).toBe('refusals.life.several');
  });

  it('sends the one that saves mean wherever it leads, and none of two', async () => {
    expect(await says('late')).toMatchObject({ event: 'lone', to: 'ready' });
    const turn = { right: 'edit', asStatus: true } as const;
    const lateToo = { ...(life.chart.states['draft']!.on as object), turn: [{ target: 'late', guard: 'never' }, { target: 'ready' }] };
    const two: Life = {
      ...life,
      events: { ...life.events, turn },
      chart: { ...life.chart, states: { ...life.chart.states, draft: { on: lateToo } } },
    };
    expect(await refused(validateStep(context, two, unitOf(), { row: { id: 1 }, before: WHOLE, values: {} }, { state: 'late' }))).toEqual({
      title: 'refusals.life.eq',
    });
  });

  it('changes what may change in the state that it comes from or goes to', async () => {
    expect(await off({ title: 'Oolong', amount: 4 })).toMatchObject({ event: 'takeOff' });
    expect(await refused(off({ title: 'Oolong', source: 4 }))).toEqual({ source: 'refusals.life.notInThisState' });
  });
});

describe('what leaves the state alone', () => {
  it('changes only what may, and goes on holding by each field that is asked for', async () => {
    await stays('on', { price: 3 });
    expect(await refused(stays('on', { amount: 3 }))).toEqual({ amount: 'refusals.life.notInThisState' });
    expect(await refused(stays('on', { price: 0 }))).toEqual({ price: 'refusals.life.egt' });
    expect(await refused(stays('on', { least: 6 }))).toEqual({ price: 'refusals.life.egt' });
  });

  it('comes back only into a state that there is, and that it may be in', async () => {
    await back({ status: 'on' });
    expect(await refused(back({ status: 'gone' }))).toBe('refusals.life.unknownState');
    expect(await refused(back({ status: 'on', title: '' }))).toEqual({ title: 'refusals.life.filled' });
  });

  it('is judged by the fields that conditions and effects name', () => {
    expect([...askedFields(life)].toSorted()).toEqual(['amount', 'least', 'price', 'source', 'status', 'title']);
  });
});
