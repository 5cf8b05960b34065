import { expect, it } from 'vitest';
import { codeOf, envelope, hasHeader, headerOf, untaken, whole, withHeaders } from '#server/routing/replies';
import { targetOf } from '#server/routing/call-path';

const toldBy = ({ headers }: Response, ...names: readonly string[]) => names.map((name) => headers.get(name));

it('gathers the headers of a text and sends all of them, those of later above the earlier', async () => {
  const reply = envelope(1, 'done', { a: 1 }, 5, { status: 404, headers: { 'x-one': 'first' } });
  expect(withHeaders(withHeaders(reply, { 'x-one': 'second' }), { 'x-two': 'other' })).toBe(reply);
  expect([headerOf(reply, 'x-one'), hasHeader(reply, 'x-two'), codeOf(reply)]).toEqual(['second', true, 1]);
  for (const sent of [whole(reply), await untaken(reply)]) {
    expect(toldBy(sent, 'x-one', 'x-two', 'cache-control')).toEqual(['second', 'other', 'no-store']);
    expect([sent.status, await sent.json()]).toEqual([404, { code: 1, msg: 'done', time: 5, data: { a: 1 } }]);
  }
});

it('adds headers to what is no text where it stands, and lets a body go that nobody takes', async () => {
  let isLetGo = false;
  const file = new Response(new ReadableStream({ cancel: () => void (isLetGo = true) }), { headers: { 'x-one': 'first' } });
  expect(toldBy(whole(withHeaders(file, { 'x-two': 'other' })), 'x-one', 'x-two')).toEqual(['first', 'other']);
  await untaken(file);
  expect(isLetGo).toBe(true);
});

it('leads the same address where it led before, with and without the mark of a call', () => {
  for (let round = 0; round < 3; round += 1) {
    expect(targetOf('/admin/goods.Goods/index', true)).toMatchObject({ kind: 'call', path: '/admin/goods.goods/index', spelling: 'v2' });
    expect(targetOf('/admin/goods.Goods/index', false)).toMatchObject({ kind: 'page' });
  }
  for (let one = 0; one < 3000; one += 1) targetOf(`/api/x${one}/index`, false);
  expect(targetOf('/api/x2/index', false)).toMatchObject({ kind: 'call', path: '/api/x2/index' });
});
