import type { LifeRequest } from '#domain/life/life-request';
import type { LifeOffer, RecordLife, ToldStep } from '#domain/life/record-life';
import type { BoardCard, BoardColumn } from '#domain/table/life-board';

const step = (id: number, from: string | null, to: string | null): ToldStep => ({
  id,
  kind: from === null ? 'created' : 'event',
  event: from === null ? null : 'publish',
  label: from === null ? '' : 'Publish',
  from,
  to,
  by: 'Li',
  second: '',
  comment: '',
  at: 1_768_435_200 + id,
});

export const offerOf = (event: string, more: Partial<LifeOffer> = {}): LifeOffer => ({
  event,
  label: event,
  to: ['off'],
  asks: { comment: null, fields: [] },
  second: null,
  unmet: [],
  ...more,
});

/** Drafted, published, and about to be taken off again. */
export const toldLife = (more: Partial<RecordLife> = {}): RecordLife => ({
  state: 'on',
  label: 'On sale',
  since: 1_768_435_202,
  version: 3,
  offers: [offerOf('takeOff', { asks: { comment: 'optional', fields: [] } }), offerOf('revise')],
  request: null,
  times: [],
  steps: [step(2, 'draft', 'on'), step(1, null, 'draft')],
  chart: {
    initial: 'draft',
    states: [
      { name: 'draft', label: 'Draft', isFinal: false },
      { name: 'on', label: 'On sale', isFinal: false },
    ],
    ways: [
      { from: 'draft', to: 'on', name: 'publish', label: 'Publish', isTime: false },
      { from: 'on', to: 'draft', name: 'revise', label: 'Revise', isTime: false },
    ],
  },
  ...more,
});

export const cardOf = (id: number, state: string, offers: readonly LifeOffer[] = []): BoardCard => ({
  id,
  state,
  version: 1,
  offers,
  row: { id, title: `Tea ${id}`, status: state },
  since: 1_768_435_200,
});

/** A draft that may be published and not taken off, one more below, and nothing else. */
export const boardColumns = (): readonly BoardColumn[] => [
  {
    state: 'draft',
    label: 'Draft',
    isFinal: false,
    total: 2,
    cards: [
      cardOf(1, 'draft', [
        offerOf('publish', { to: ['on'] }),
        offerOf('takeOff', { to: ['off'], unmet: [{ field: 'images', message: 'Pictures: at least one' }] }),
      ]),
    ],
  },
  { state: 'on', label: 'On sale', isFinal: false, total: 1, cards: [cardOf(2, 'on')] },
  { state: 'off', label: 'Off sale', isFinal: false, total: 0, cards: [] },
];

/** Asked by Li to take a record off, which whoever looks may approve and decline. */
export const requestOf = (id: number, more: Partial<LifeRequest> = {}): LifeRequest => ({
  id,
  resource: 'goods',
  section: 'Goods',
  recordId: 7,
  title: 'Tea',
  label: 'Take off',
  from: { name: 'on', label: 'On sale' },
  state: 'open',
  version: 3,
  comment: 'Sold out',
  values: [],
  changed: [],
  asked: { by: { id: 2, name: 'Li' }, at: 1_768_435_200 },
  expires: 1_769_040_000,
  settled: null,
  may: { approve: true, decline: true, withdraw: false },
  ...more,
});
