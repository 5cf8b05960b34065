import { describe, expect, it } from 'vitest';
import type { Fields } from '#domain/fields/field';
import { foundAt, foundIn } from '#domain/life/drawing/life-findings';
import { livesOf, stepsOf, type SendableSection } from '#domain/life/drawing/sendable-steps';
import type { Life, SendEffect } from '#domain/life/life';

const fields: Fields = {
  id: { kind: 'id' },
  state: { kind: 'select', options: ['packed', 'sent'], initial: 'packed' },
  crateId: { kind: 'remoteSelect', of: 'crate' },
  insideId: { kind: 'remoteSelect', of: 'thing' },
  elsewhereId: { kind: 'remoteSelect', of: 'secret' },
  name: { kind: 'string' },
};

const sending = (send: string, to: SendEffect['to']): Life => ({
  field: 'state',
  chart: {
    id: 'thing',
    initial: 'packed',
    states: { packed: { on: { ship: { target: 'sent', actions: ['leadOn'] } } }, sent: { on: { back: 'packed', boxSent: 'packed' } } },
  },
  events: {
    ship: { right: 'edit' },
    back: { right: 'own' },
    boxSent: { right: 'none', label: { en: 'Box sent' } },
  },
  conditions: {},
  delays: {},
  effects: { leadOn: { send, to } },
});

const SECTIONS: readonly SendableSection[] = [
  { name: 'crate', steps: [{ name: 'partTaken', label: { en: 'Part taken' } }] },
  // What runs of the section that is drawn: it counts no more.
  { name: 'thing', steps: [{ name: 'gone' }] },
  { name: 'lid', steps: [] },
];

const drawnWith = (life: Life) => ({ section: { name: 'thing', fields }, life });

describe('the steps that a step may send', () => {
  const drawn = drawnWith(sending('partTaken', { of: 'crateId' }));

  it('are those of the section whose records it leads on, and of the own one those that are drawn', () => {
    expect(stepsOf(drawn, SECTIONS, { of: 'crateId' })).toEqual([{ name: 'partTaken', label: { en: 'Part taken' } }]);
    expect(stepsOf(drawn, SECTIONS, { referring: 'lid', by: 'thingId' })).toEqual([]);
    const own = [{ name: 'boxSent', label: { en: 'Box sent' } }];
    for (const to of [{ of: 'insideId' }, { referring: 'thing', by: 'insideId' }] as const)
      expect([stepsOf(drawn, SECTIONS, to), stepsOf(drawn, null, to)]).toEqual([own, own]);
  });

  it('are unknown of a section that is not seen, of a field that names none, and as long as nobody has read them', () => {
    expect(stepsOf(drawn, SECTIONS, { of: 'elsewhereId' })).toBeNull();
    expect(stepsOf(drawn, SECTIONS, { of: 'name' })).toBeNull();
    expect(stepsOf(drawn, SECTIONS, { of: 'toString' })).toBeNull();
    expect(stepsOf(drawn, null, { of: 'crateId' })).toBeNull();
  });

  it.each<[string, SendEffect['to'], readonly SendableSection[] | null, readonly unknown[]]>([
    ['partTaken', { of: 'crateId' }, SECTIONS, []],
    ['boxSent', { of: 'insideId' }, SECTIONS, []],
    ['gone', { of: 'crateId' }, SECTIONS, ['gone']],
    ['gone', { of: 'insideId' }, SECTIONS, ['gone']],
    ['back', { of: 'insideId' }, SECTIONS, ['back']],
    ['anything', { referring: 'lid', by: 'thingId' }, SECTIONS, ['anything']],
    ['constructor', { of: 'crateId' }, SECTIONS, ['constructor']],
    ['gone', { of: 'elsewhereId' }, SECTIONS, []],
    ['gone', { of: 'crateId' }, null, []],
  ])('are told at the arrow that sends another: %s to %j', (send, to, sections, names) => {
    const life = sending(send, to);
    const { whole, ...found } = foundIn(life, fields, livesOf(drawnWith(life), sections));
    const sent = foundAt({ ...found, whole }, { arrow: { from: 'packed', by: 'on', name: 'ship', index: 0 } }).filter(
      ({ what }) => what === 'sentUnknown',
    );
    expect(sent).toEqual(names.map((name) => ({ level: 'error', at: 'effects.leadOn', what: 'sentUnknown', name })));
    expect(whole.filter(({ what }) => what === 'sentUnknown')).toEqual([]);
  });
});
