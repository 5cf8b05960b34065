import { describe, expect, it } from 'vitest';
import { answerOf, SHOWN_LETTERS } from '#domain/programs/api-answer';
import { searchOperations } from '#domain/programs/api-operation';
import { clientCallOf, curlOf, draftIssues, firstDraft, requestOf } from '#domain/programs/api-request';
import { exampleOf, schemaLines } from '#domain/programs/schema-example';
import { ADD, entryOf, LIST, REMOVE } from '#tests/machines/programs/api-operations.ts';

const summaryOf = ({ summary }: { readonly summary: string }) => summary;
const told = ({ path }: { readonly path: string }) => (path === ADD.path ? '添加一条记录' : '');

describe('a call that is tried', () => {
  it('begins with an example of what it must have', () => {
    expect(firstDraft(ADD)).toEqual({ values: {}, body: '{\n  "title": "",\n  "price": ""\n}' });
    expect(firstDraft(REMOVE)).toEqual({ values: { ids: '[1]' }, body: '' });
    expect(exampleOf({ type: 'object', properties: { at: { type: 'string', format: 'date-time' }, on: { type: 'boolean' } } })).toEqual({
      at: '2026-01-15T08:00:00Z',
      on: true,
    });
    expect(exampleOf({ anyOf: [{ type: 'null' }, { type: 'integer', minimum: 5 }] })).toBe(5);
  });

  it('names what is missing and what is no JSON', () => {
    const bad = { values: { search: '[{' }, body: '{' };
    expect(draftIssues(LIST, bad)).toEqual([{ at: 'search', why: 'notJson' }]);
    expect(draftIssues(ADD, bad)).toEqual([{ at: '', why: 'notJson' }]);
    expect(draftIssues(REMOVE, { values: { ids: ' ' }, body: '' })).toEqual([{ at: 'ids', why: 'missing' }]);
  });

  it('is sent as the protocol writes it, and as a command line that a shell takes', () => {
    const search = '[{"field":"title","operator":"LIKE","val":"茶"}]';
    expect(requestOf(LIST, { values: { limit: '20', search }, body: '' })).toEqual({
      method: 'GET',
      path: `${LIST.path}?limit=20&search%5B0%5D%5Bfield%5D=title&search%5B0%5D%5Boperator%5D=LIKE&search%5B0%5D%5Bval%5D=%E8%8C%B6`,
      headers: {},
      body: null,
    });
    const request = requestOf(ADD, { values: { 'idempotency-key': 'k' }, body: `{"title":"it's"}` });
    expect(request.headers).toEqual({ 'idempotency-key': 'k', 'content-type': 'application/json' });
    expect(curlOf(request, 'https://www.example.com')).toBe(
      [
        `curl -X POST 'https://www.example.com/api/admin/goods.Goods/add' \\`,
        `  -H "Authorization: Bearer $TROUPE_TOKEN" \\`,
        `  -H 'idempotency-key: k' \\`,
        `  -H 'content-type: application/json' \\`,
        String.raw`  --data '{"title":"it'\''s"}'`,
      ].join('\n'),
    );
  });

  it('is a method of the typed client, where that has one', () => {
    expect(clientCallOf(REMOVE, { values: { ids: '[1]' }, body: '' })).toBe(
      "const answer = await troupe.section('goods').delete([\n  1\n]);",
    );
    expect(clientCallOf(LIST, { values: { limit: '20' }, body: '' })).toBe(
      'const answer = await troupe.section(\'goods\').list({\n  "limit": 20\n});',
    );
    const event = { ...ADD, path: '/api/admin/goods.Goods/publish' };
    expect(clientCallOf(event, { values: {}, body: '{"ids":[1],"comment":"now"}' })).toBe(
      'const answer = await troupe.section(\'goods\').send("publish", [\n  1\n], {\n  "comment": "now"\n});',
    );
    expect(clientCallOf({ ...ADD, path: '/api/admin/goods.Goods/bulk' }, { values: {}, body: '{"ids":[1]}' })).toBeNull();
  });

  it('is found by words in either language', () => {
    const all = [LIST, REMOVE, ADD].map(entryOf);
    expect(searchOperations(all, '商品 post', summaryOf).map(({ operations }) => operations.map(({ path }) => path))).toEqual([[ADD.path]]);
    expect(searchOperations(all, 'product', summaryOf).map(({ titles, operations }) => [titles.en, operations.length])).toEqual([
      ['Product', 3],
    ]);
    expect(searchOperations(all, 'nothing', summaryOf)).toEqual([]);
    expect(searchOperations(all, '添加', told).flatMap(({ operations }) => operations.map(({ path }) => path))).toEqual([ADD.path]);
  });

  it('says what its schema has, a line for each name', () => {
    expect(schemaLines(ADD.body ?? {})).toEqual([
      { name: 'title', depth: 0, type: 'string', isRequired: true, rule: '≤ 100', description: 'What it is called' },
      { name: 'price', depth: 0, type: 'string', isRequired: true, rule: '', description: '' },
      { name: 'status', depth: 0, type: 'string', isRequired: false, rule: '"draft" | "on"', description: '' },
    ]);
  });

  it('shows its answer with the number of its change, and no more of it than a page bears', () => {
    const facts = { status: 200, headers: [], tookMs: 3.4 };
    expect(answerOf(facts, '{"code":1,"data":{"id":7,"change":9}}', 37)).toMatchObject({ tookMs: 3, code: 1, change: 9, isCut: false });
    const long = answerOf(facts, JSON.stringify('x'.repeat(SHOWN_LETTERS)), 1);
    expect([long.body.length, long.isCut, long.change, long.code]).toEqual([SHOWN_LETTERS, true, null, null]);
    expect(answerOf(facts, 'no JSON', 7)).toMatchObject({ body: 'no JSON', code: null });
  });
});
