import { describe, expect, it } from 'vitest';
import type { Life } from '#domain/life/life';
import type { ResourceContext } from '#server/resources/base/resource-context';
import { validateStep } from '#server/resources/life/validate-step';
import { delayLabel, stateLabel } from '#server/resources/life/life-words';
import { offersOf } from '#server/resources/life/offers';
import { toldChart } from '#server/resources/life/told-chart';
import { offerTeller } from '#server/resources/life/told-offers';
import { validateKept, validateRedo, validateUndo, undoingEvent } from '#server/resources/life/undo-steps';
import { asked, context, life, refused, resource, unitOf, WHOLE } from '#tests/support/lives/sample-life.ts';

const any = () => true;
const step = (event: string, kind: 'event' | 'undone' = 'event') => ({ kind, event, from: 'draft', to: 'off' });
const takes = async (event: string, isToMoment: boolean, kind?: 'undone') =>
  validateUndo(context, unitOf(), [step(event, kind)], isToMoment);
const kept = async (values: object, ...steps: Parameters<typeof validateKept>[2]) =>
  validateKept(context, { now: { ...WHOLE, status: 'off' }, values: { ...values } }, steps);

describe('what is told of a life', () => {
  const facts = { values: WHOLE, nowSeconds: 0, caller: null, senders: {}, sinceSeconds: 0, clock: { hour: 0, weekday: 1 } };

  it('is offered to whoever may do so, with what speaks against it but what comes along', () => {
    const offers = (values: object, ...names: readonly string[]) =>
      offersOf(context, life, { ...facts, values: { ...WHOLE, ...values } }, (event) => names.includes(event));
    expect(offers({}, 'publish').map(({ event }) => event)).toEqual(['publish']);
    expect(offers({}, 'note')).toEqual([{ event: 'note', to: ['draft'], unmet: [] }]);
    expect(offers({ status: 'on', price: 0 }, 'reprice', 'rename')).toEqual([
      { event: 'rename', to: ['on'], unmet: [] },
      { event: 'reprice', to: ['on'], unmet: [] },
    ]);
    const unguarded = {
      ...life,
      chart: {
        ...life.chart,
        states: {
          draft: { on: { wait: { guard: 'never', actions: ['free'] } } },
          on: { on: { cheapen: { actions: ['free'] } }, meta: { holds: ['priced'] } },
        },
      },
    };
    const freeing: Life = { ...unguarded, effects: { free: { set: 'price', to: { value: -1 } } } };
    // What an event sets is asked for like what is written, and one that leads nowhere stays.
    expect(offersOf(context, freeing, { ...facts, values: { ...WHOLE, status: 'on' } }, any)[0]?.unmet.map(({ field }) => field)).toEqual([
      'price',
    ]);
    expect(offersOf(context, freeing, facts, any)[0]).toMatchObject({ to: ['draft'], unmet: [{ field: 'title' }] });
    const filled: Life = { ...life, chart: { ...life.chart, states: { ...life.chart.states, told: { meta: { holds: ['priced'] } } } } };
    expect(offersOf(context, filled, { ...facts, values: { ...WHOLE, title: '' } }, (event) => event === 'fill')[0]?.unmet).toEqual([]);
  });

  it('says that somebody waits for approval only where another one would be asked', async () => {
    const open = { by: 'ann', label: 'Second' };
    const tell = offerTeller(context, life, unitOf());
    const [told = []] = await tell([{ row: { id: 1 }, values: WHOLE, open }]);
    const waiting = told.filter(({ unmet }) => unmet.some(({ message }) => message.startsWith('refusals.life.requestOpen')));
    expect(waiting.map(({ event }) => event)).toEqual(['second']);
    expect(told.some(({ event }) => event === 'given' || event === 'claim')).toBe(false);
  });

  it('is drawn with each way once, by the words of its field', () => {
    const { states, ways } = toldChart(context, life, 'en');
    expect(states.map(({ isFinal }) => isFinal)).toEqual(Array.from({ length: 10 }, () => false));
    const drawn = toldChart(context, { ...life, chart: { ...life.chart, states: { draft: { type: 'final' }, on: {} } } }, 'en');
    expect(drawn.states.map(({ name, label, isFinal }) => [name, label, isFinal])).toEqual([
      ['draft', 'resources.tin.options.status.draft', true],
      ['on', 'On sale', false],
    ]);
    const lead = (from: string, to: string) => ways.filter((way) => way.from === from && way.to === to).map(({ name }) => name);
    expect([lead('on', 'on'), lead('draft', 'several'), lead('draft', 'ready')]).toEqual([['rename', 'reprice'], ['first', 'other'], ['turn', 'lone']]); // prettier-ignore
    expect(stateLabel(context, life, 'on', 'en')).toBe('On sale');
    expect(['day', 'hours', 'short'].map((name) => delayLabel(context, life, name, 'en'))).toEqual([
      'refusals.life.afterDays{"count":1}',
      'refusals.life.afterHours{"count":2}',
      'refusals.life.afterMinutes{"count":2}',
    ]);
  });
});

describe('what is taken back', () => {
  it('is so by another event where the life says one', () => {
    expect([undoingEvent(life, step('back')), undoingEvent(life, step('again')), undoingEvent(life, step('publish'))]).toEqual([
      'again',
      null,
      null,
    ]);
  });

  it('asks for the right of the event where no other one is sent, as on the way to a moment', async () => {
    await takes('back', false);
    expect(await refused(takes('back', true))).toBe('refusals.forbidden');
    expect(await refused(takes('again', false))).toBe('refusals.life.undoNever');
    expect(await refused(takes('second', false, 'undone'))).toBe('refusals.life.secondAgain');
  });

  it('leaves alone what may not change in any state that the steps lead through, but what events write', async () => {
    expect(await refused(kept({ title: 'Oolong' }))).toEqual({ title: 'refusals.life.notInThisState' });
    await kept({ title: 'Oolong' }, { ...step('takeOff'), from: 'on' });
    await kept({ price: 9, stamped: 4 }, { ...step('reprice'), from: 'off', to: 'off' });
    expect(await refused(kept({ source: 9 }, { ...step('reprice'), from: 'off', to: 'off' }))).toEqual({
      source: 'refusals.life.notInThisState',
    });
  });

  it('asks of what is done again what the event asks, before what it sets', async () => {
    const guarded: Life = {
      ...life,
      conditions: { ...life.conditions, complete: { field: 'stamped', is: 'empty' } },
    };
    const own = { ...context, resource: { ...resource, life: guarded } } as ResourceContext;
    const again = (now: object, values: object) =>
      validateRedo(own, unitOf(), { row: { id: 1 }, now: { ...WHOLE, ...now }, values: { ...values } }, [
        { kind: 'undone', event: 'publish', from: 'on', to: 'draft' },
      ]);
    await again({}, { stamped: 5 });
    expect(await refused(again({ stamped: 5 }, {}))).toEqual({ stamped: 'refusals.life.empty' });
  });
});

it('holds the records that a write asks for, and none that are only told of', async () => {
  const related: Life = {
    ...life,
    conditions: { ...life.conditions, complete: { of: 'source', its: 'title', is: 'filled' } },
  };
  const shelf = {
    resource: { ...resource, dataLimit: undefined },
    columns: { id: { name: 'id' }, readable: [{ name: 'id' }, { name: 'title' }] },
  };
  const naming = { ...resource, fields: { ...resource.fields, source: { kind: 'remoteSelect', of: 'shelf' } } };
  const own = { ...context, resource: naming, contextOf: () => shelf } as unknown as ResourceContext;
  const values = { ...WHOLE, source: 4 };
  asked.length = 0;
  await offerTeller(own, related, unitOf())([{ row: { id: 1 }, values, open: null }]);
  expect(asked.filter((sql) => sql.includes('lab_tin')).map((sql) => sql.includes('for share'))).toEqual([false]);
  asked.length = 0;
  await refused(validateStep(own, related, unitOf(), { row: { id: 1 }, before: values, values: {} }, { event: 'publish' }));
  expect(asked.filter((sql) => sql.includes('lab_tin')).map((sql) => sql.includes('for share'))).toEqual([true]);
});
