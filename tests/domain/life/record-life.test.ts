import { describe, expect, it } from 'vitest';
import {
  isAsking,
  isOpenInForm,
  isOpenOffer,
  placeOffer,
  reasonsAgainst,
  sharedOffers,
  type LifeOffer,
  strayedFrom,
} from '#domain/life/record-life';

const offer = (some: Partial<LifeOffer> = {}): LifeOffer => ({
  event: 'publish',
  label: 'Publish',
  to: ['on'],
  asks: { comment: null, fields: [] },
  second: null,
  unmet: [],
  ...some,
});

const whole = { field: null, message: 'Not on a Sunday' };
const atPrice = { field: 'price', message: 'Above zero' };
const atImages = { field: 'images', message: 'At least one' };

describe('an event that may be sent', () => {
  it.each([
    ['with nothing asked', offer(), false, [], true, true],
    ['with a comment', offer({ asks: { comment: 'optional', fields: [] } }), true, [], true, true],
    ['with a field', offer({ asks: { comment: null, fields: ['price'] } }), true, [], true, true],
    ['refused whole', offer({ unmet: [whole] }), false, [whole], false, false],
    ['refused at a field', offer({ unmet: [atPrice] }), false, [atPrice], false, true],
    // What is asked for with it may still mend that.
    [
      'refused at a field that comes with it',
      offer({ asks: { comment: null, fields: ['price'] }, unmet: [atPrice] }),
      true,
      [],
      true,
      true,
    ],
    [
      'refused at one more field',
      offer({ asks: { comment: 'required', fields: ['price'] }, unmet: [atPrice, atImages, whole] }),
      true,
      [atImages, whole],
      false,
      false,
    ],
  ] as const)('%s', (_, one, asks, reasons, isOpen, isOpenWhileTyped) => {
    expect(isAsking(one)).toBe(asks);
    expect(reasonsAgainst(one)).toEqual(reasons);
    expect(isOpenOffer(one)).toBe(isOpen);
    expect(isOpenInForm(one)).toBe(isOpenWhileTyped);
  });

  it('past the chart asks for a reason', () => {
    expect(placeOffer('off', 'Off sale')).toEqual({
      event: 'place',
      label: 'Off sale',
      to: ['off'],
      asks: { comment: 'required', fields: [] },
      second: null,
      unmet: [],
    });
  });
});

const stand = (id: number, ...offers: readonly LifeOffer[]) => ({ id, state: 'draft', version: 1, offers });

describe('an event for several records', () => {
  it('goes to those that it can be sent to, and says of the others why not', () => {
    const publish = offer();
    const shut = offer({ unmet: [whole, atPrice] });
    const takeOff = offer({ event: 'takeOff', label: 'Take off' });
    expect(sharedOffers([stand(1, shut), stand(2, publish, takeOff), stand(3)])).toEqual([
      {
        offer: publish,
        open: [2],
        refused: [
          { id: 1, reasons: ['Not on a Sunday', 'Above zero'] },
          { id: 3, reasons: [] },
        ],
      },
      {
        offer: takeOff,
        open: [2],
        refused: [
          { id: 1, reasons: [] },
          { id: 3, reasons: [] },
        ],
      },
    ]);
  });

  it('is told as the first record has it where none may take it', () => {
    const first = offer({ unmet: [whole], asks: { comment: 'required', fields: ['price'] } });
    const second = offer({ unmet: [atImages] });
    expect(sharedOffers([stand(1, first), stand(2, second)])).toEqual([
      {
        offer: first,
        open: [],
        refused: [
          { id: 1, reasons: ['Not on a Sunday'] },
          { id: 2, reasons: ['At least one'] },
        ],
      },
    ]);
  });

  it('is none where no record has any', () => {
    expect(sharedOffers([])).toEqual([]);
    expect(sharedOffers([stand(1)])).toEqual([]);
  });
});

it('a record strays where it is not where its last step led, and nowhere where no step is known', () => {
  const step = { id: 1, kind: 'event', event: 'go', label: 'Go', from: 'a', by: '', second: '', comment: '', at: 1 } as const;
  const steps = [
    { ...step, to: 'b' },
    { ...step, to: 'c' },
  ];
  expect([strayedFrom({ state: 'b', steps }), strayedFrom({ state: 'c', steps }), strayedFrom({ state: 'a', steps: [] })]).toEqual([
    null,
    'b',
    null,
  ]);
});
