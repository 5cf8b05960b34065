import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTransport, headersOf } from '#api/transport';
import type { EarlyRead } from '#api/transport-read';
import type { WireRequest } from '#api/wire-request';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';

const TOKENS = { admin: new Secret('tea'), member: null };
const INIT: WireRequest = { method: 'GET', path: '/admin/Index/index', input: {}, tokens: TOKENS };
const ADDRESS = '/api/admin/Index/index';
const LIST: WireRequest = { ...INIT, path: '/admin/goods.Goods/index', input: { page: 1, limit: 10 } };
const LIST_ADDRESS = '/api/admin/goods.Goods/index?page=1&limit=10';
const page = globalThis as { earlyReads?: readonly EarlyRead[] | undefined };

/** A request of the browser, answered by hand. */
class ByHand extends EventTarget {
  static readonly DONE = 4;
  static readonly all: ByHand[] = [];
  readyState = 1;
  status = 0;
  responseText = '';
  timeout = 0;
  address = '';
  constructor() {
    super();
    ByHand.all.push(this);
  }
  open(_method: string, address: string): void {
    this.address = address;
  }
  setRequestHeader(): void {}
  send(): void {}
  getResponseHeader = (): null => null;
  abort(): void {}
  answer(status: number, text = ''): void {
    Object.assign(this, { readyState: ByHand.DONE, status, responseText: text });
    this.dispatchEvent(new Event(status === 0 ? 'error' : 'load'));
    this.dispatchEvent(new Event('loadend'));
  }
}

/** What the page has begun by itself. */
function begun(token = 'tea', address = ADDRESS): ByHand {
  const request = new ByHand();
  const key = address + JSON.stringify(headersOf({ tokens: { admin: new Secret(token), member: null }, idempotencyKey: undefined }, 'en'));
  page.earlyReads = [...(page.earlyReads ?? []), { key, request: request as unknown as XMLHttpRequest }];
  return request;
}

const transport = createTransport({ language: () => 'en', isOnline: () => true });
const outcome = (request: WireRequest): Promise<unknown> =>
  transport.send(request).catch((error: unknown) => (error instanceof FailureError ? error.failure : error));

beforeEach(() => {
  ByHand.all.length = 0;
  vi.stubGlobal('XMLHttpRequest', ByHand);
  vi.stubGlobal('document', { cookie: '' });
});
afterEach(() => {
  page.earlyReads = undefined;
  vi.unstubAllGlobals();
});

it.each([
  ['before it is wanted', true],
  ['after it is wanted', false],
])('a read that the page has begun is taken, answered %s, and once', async (_, isSooner) => {
  const early = begun();
  if (isSooner) early.answer(200, '{"code":1}');
  const reply = outcome(INIT);
  if (!isSooner) early.answer(200, '{"code":1}');
  expect(await reply).toEqual({ code: 1 });
  expect(ByHand.all).toEqual([early]);
  void outcome(INIT);
  expect(ByHand.all.map(({ address }) => address)).toEqual(['', ADDRESS]);
});

it('several reads that the page has begun are taken in their order', async () => {
  const [start, list] = [begun(), begun('tea', LIST_ADDRESS)];
  start.answer(200, '{"code":1}');
  list.answer(200, '{"code":2}');
  expect(await outcome(INIT)).toEqual({ code: 1 });
  expect(await outcome(LIST)).toEqual({ code: 2 });
  expect(ByHand.all).toEqual([start, list]);
});

it.each([
  ['before its turn', [LIST]],
  ['after something else in the place of the start', [{ ...INIT, path: '/admin/other/index' }, LIST]],
  ['after another read', [INIT, { ...INIT, path: '/admin/other/index' }, LIST]],
])('a list that is wanted %s is asked for by the application', (_, wanted) => {
  begun();
  begun('tea', LIST_ADDRESS);
  for (const request of wanted) void outcome(request);
  expect(ByHand.all.at(-1)?.address).toBe(LIST_ADDRESS);
});

it.each([
  ['a network that is gone', 0, { kind: 'unreachable', online: true }],
  ['a server that is not well', 503, { kind: 'http', status: 503, url: ADDRESS, retryAfterMs: undefined }],
])('%s is the same for a read that the page has begun, whenever it is wanted', async (_, status, failure) => {
  const sooner = begun();
  sooner.answer(status);
  expect(await outcome(INIT)).toEqual(failure);
  const later = begun();
  const reply = outcome(INIT);
  later.answer(status);
  expect(await reply).toEqual(failure);
});

it.each([
  ['somebody else', () => begun('coffee'), INIT],
  ['something else', () => begun('tea', '/api/admin/other/index'), INIT],
  ['what is wanted after another call', () => begun(), { ...INIT, path: '/admin/other/index' }],
])('a read of %s is dropped', (_, early, wanted) => {
  early();
  void outcome(wanted);
  void outcome(INIT);
  expect(ByHand.all.map(({ address }) => address)).toEqual(['', `/api${wanted.path}`, ADDRESS]);
});
