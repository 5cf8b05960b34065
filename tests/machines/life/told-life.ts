import type { LifeOffer, RecordLife, ToldStep } from '#domain/life/record-life';

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
