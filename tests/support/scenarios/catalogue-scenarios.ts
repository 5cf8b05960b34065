import { SERVER_WORDS, type RowName } from './catalogue.ts';
import { emptyBody, envelope, htmlPage, status, type Fault, type FaultRule, type Scenario } from './scenario.ts';

/**
 * What a visitor does in the list of goods to meet a row of the catalogue. Each world (in process, in a browser) does it in its own way.
 * `move` puts the first row one step down: a write whose success is announced.
 */
export type Deed =
  | 'move'
  /** The right is taken away while the page is open. */
  | 'moveWithoutRight'
  | 'callQuietly'
  | 'callInHaste'
  | 'searchTwice'
  | 'moveToOtherParent'
  | 'pressUnknownMenu'
  | 'stayWithUnsaved'
  | 'goWhereItIs'
  | 'goWherePageIsMissing';

export interface CatalogueScenario extends Scenario {
  readonly deed: Deed;
  /** The row that it meets. */
  readonly name: RowName;
}

const WRITE = { method: 'POST', path: '/admin/goods.Goods/sortable' } as const;
const LIST = { method: 'GET', path: '/admin/goods.Goods/index' } as const;

const moveWith = (name: RowName, what: Fault): CatalogueScenario => ({ name, deed: 'move', rules: [{ on: { ...WRITE, nth: 1 }, what }] });
/** What passes is tried again: it is met by whom it happens to each time. */
const moveAlwaysWith = (name: RowName, what: Fault): CatalogueScenario => ({ name, deed: 'move', rules: [{ on: WRITE, what }] });
const doing = (name: RowName, deed: Deed, ...rules: readonly FaultRule[]): CatalogueScenario => ({ name, deed, rules });

const STATUSES = [302, 400, 401, 403, 404, 408, 409, 500, 501, 505, 418] as const;
const PASSING_STATUSES = [502, 503, 504] as const;

export const CATALOGUE_SCENARIOS: readonly CatalogueScenario[] = [
  moveWith('code 0 with a message', envelope({ code: 0, msg: SERVER_WORDS })),
  moveWith('code 0 without a message', envelope({ code: 0 })),
  doing('code 0, suppressed', 'callQuietly', { on: WRITE, what: envelope({ code: 0, msg: SERVER_WORDS }) }),
  moveWith('code 1 with a message', { kind: 'rewritten', envelope: { msg: SERVER_WORDS } }),
  moveWith('code 1 without a message', { kind: 'rewritten', envelope: { msg: '' } }),
  moveWith('code 1 as text', { kind: 'rewritten', envelope: { code: '1', msg: null } }),
  moveWith('code 302', envelope({ code: 302, msg: SERVER_WORDS, data: { routeName: 'adminLogin' } })),
  moveWith('code 302 without a message', envelope({ code: 302, data: { routePath: '/admin/login' } })),
  moveWith('code 303', envelope({ code: 303, msg: SERVER_WORDS, data: { type: 'need login' } })),
  doing('code 401', 'moveWithoutRight'),
  moveWith('code 409', envelope({ code: 409, data: [] })),
  ...STATUSES.map((code) => moveWith(`status ${code}`, status(code))),
  ...PASSING_STATUSES.map((code) => moveAlwaysWith(`status ${code}`, status(code))),
  doing('timeout', 'callInHaste', { on: WRITE, when: { held: 'for ever' } }),
  moveAlwaysWith('no server', { kind: 'requestLost' }),
  moveAlwaysWith('a lost reply', { kind: 'replyLost' }),
  moveAlwaysWith('a cut reply', { kind: 'bodyCut', afterBytes: 12 }),
  moveWith('offline', { kind: 'offline' }),
  moveWith('an HTML page', htmlPage),
  moveWith('an empty body', emptyBody),
  moveWith('truncated JSON', { kind: 'truncated', afterBytes: 12 }),
  doing('a cancelled duplicate', 'searchTwice', { on: { ...LIST, nth: 2 }, when: { held: 'first search' } }),
  doing('beyond the movable range', 'moveToOtherParent'),
  doing('unrecognized menu type', 'pressUnknownMenu'),
  doing('navigation intercepted', 'stayWithUnsaved'),
  doing('already at the target', 'goWhereItIs'),
  doing('invalid route', 'goWherePageIsMissing'),
];
