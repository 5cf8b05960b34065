import { expect, it } from 'vitest';
import { columnReasons, isOpenColumn, offerInto, stepOver, withCardIn, withRead } from '#domain/table/life-board';
import { isAsking, isOpenInForm, isOpenOffer, sharedOffers } from '#domain/life/record-life';
import { boardColumns, cardOf, offerOf } from '#tests/machines/life/told-life.ts';

const columns = boardColumns();
const card = columns[0]!.cards[0]!;
const idsIn = (told: typeof columns) => told.map(({ total, cards }) => [total, cards.map(({ id }) => id)]);

it('a board knows where a card may go, and why it may not go elsewhere', () => {
  expect(['draft', 'on', 'off', 'gone'].map((state) => [isOpenColumn(card, state), columnReasons(card, state)])).toEqual([
    [false, []],
    [true, []],
    [false, ['Pictures: at least one']],
    [false, []],
  ]);
  const two = cardOf(9, 'draft', [offerOf('first', { unmet: [{ field: null, message: 'no' }] }), offerOf('second')]);
  expect(offerInto(two, 'off')?.event).toBe('second');
});

it('a board steps over open columns alone, and stays at either end', () => {
  expect([
    stepOver(columns, card, 'draft', 1),
    stepOver(columns, card, 'on', 1),
    stepOver(columns, card, 'on', -1),
    stepOver(columns, card, 'draft', -1),
  ]).toEqual(['on', 'on', 'draft', 'draft']);
});

it('a board shows a card where it was dropped, counted there', () => {
  expect(idsIn(withCardIn(columns, 1, 'on'))).toEqual([[1, []], [2, [1, 2]], [0, []]]); // prettier-ignore
  expect(withCardIn(columns, 1, 'draft')).toBe(columns);
  expect(withCardIn(columns, 77, 'on')).toBe(columns);
});

it('a board puts further cards behind those that are there, none twice', () => {
  const read = [{ ...columns[0]!, total: 3, cards: [cardOf(1, 'draft'), cardOf(5, 'draft')] }];
  expect(idsIn(withRead(columns, read, true))).toEqual([[3, [1, 5]], [1, [2]], [0, []]]); // prettier-ignore
  expect(withRead(columns, read, false)).toBe(read);
});

it('a board tells of several records which take an event and why others do not', () => {
  const open = offerOf('publish');
  const shut = offerOf('publish', { unmet: [{ field: 'images', message: 'no picture' }] });
  const stand = (id: number, ...offers: (typeof open)[]) => ({ id, state: 'draft', version: 1, offers });
  expect(sharedOffers([stand(1, shut), stand(2, open, offerOf('takeOff')), stand(3)])).toEqual([
    {
      offer: open,
      open: [2],
      refused: [
        { id: 1, reasons: ['no picture'] },
        { id: 3, reasons: [] },
      ],
    },
    {
      offer: offerOf('takeOff'),
      open: [2],
      refused: [
        { id: 1, reasons: [] },
        { id: 3, reasons: [] },
      ],
    },
  ]);
  expect(sharedOffers([])).toEqual([]);
});

it('a board leaves to the question what is asked there, and to the form what it has a field for', () => {
  const asking = offerOf('answer', { asks: { comment: null, fields: ['answer'] }, unmet: [{ field: 'answer', message: 'empty' }] });
  const shut = offerOf('publish', { unmet: [{ field: null, message: 'not now' }] });
  const atField = offerOf('publish', { unmet: [{ field: 'images', message: 'no picture' }] });
  expect([asking, shut, atField].map((offer) => [isAsking(offer), isOpenOffer(offer), isOpenInForm(offer)])).toEqual([
    [true, true, true],
    [false, false, false],
    [false, false, true],
  ]);
});
