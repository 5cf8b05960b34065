import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Call } from '#api/client';
import { rejection } from '#domain/base/failure';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { optionTreeLogic } from '#actors/fields/option-tree.actors';
import { optionsFrom, remoteSelectLogic } from '#actors/fields/remote-select.actors';
import { tagOptionsLogic } from '#actors/fields/tag-options.actors';
import { selectTags } from '#machines/fields/tag-options.machine';
import { selectTreeOptions, selectUntoldOptions } from '#machines/fields/option-tree.machine';
import { selectChosenOption, selectOptions, selectUntold } from '#machines/fields/remote-select.machine';

const resourceOf = (name: string) => (name === 'goods' ? goods : goodsCategory);
const TREE = [
  { id: 1, pid: 0, name: 'Tea' },
  { id: 2, pid: 1, name: '    ├Green tea' },
  { id: 4, pid: 2, name: '    │    └Spring' },
  { id: 3, pid: 1, name: '    └Black tea' },
  { id: 9, pid: 8, name: 'Orphan' },
];

const language = () => 'zh-cn' as const;

describe('optionsFrom', () => {
  it('names records in the language of the reader, where they have such a name', () => {
    const rows = [
      { id: 1, pid: 0, name: '茶', name_en: 'Tea' },
      { id: 2, pid: 1, name: '└绿茶', name_en: '' },
    ];
    const labels = (reader: 'zh-cn' | 'en') => optionsFrom(goodsCategory, rows, reader).map(({ label }) => label);
    expect([labels('zh-cn'), labels('en')]).toEqual([
      ['茶', '绿茶'],
      ['Tea', '绿茶'],
    ]);
  });

  it('takes the drawn lines off the names and counts the depth by parents', () => {
    expect(optionsFrom(goodsCategory, TREE, 'zh-cn')).toEqual([
      { value: 1, label: 'Tea', parentId: null, depth: 0 },
      { value: 2, label: 'Green tea', parentId: 1, depth: 1 },
      { value: 4, label: 'Spring', parentId: 2, depth: 2 },
      { value: 3, label: 'Black tea', parentId: 1, depth: 1 },
      { value: 9, label: 'Orphan', parentId: null, depth: 0 },
    ]);
  });
});

describe('remoteSelectLogic', () => {
  it('asks in the protocol words, names a preset value, and lets the newest answer win', async () => {
    const asked: unknown[] = [];
    const answers = new Map<string, PromiseWithResolvers<unknown>>();
    const call = ((_endpoint: unknown, input: { quickSearch: string; initValue?: string }) => {
      asked.push(input);
      if (input.initValue) return Promise.resolve({ list: [{ id: 5, title: 'Kettle' }], total: 1 });
      const answer = Promise.withResolvers<unknown>();
      answers.set(input.quickSearch, answer);
      return answer.promise;
    }) as unknown as Call;
    const actor = createActor(remoteSelectLogic({ call, resourceOf, language }), { input: { of: 'goods', value: 5, label: null } }).start();
    await waitFor(actor, (snapshot) => snapshot.matches('closed'));
    expect(selectChosenOption(actor.getSnapshot())).toEqual({ value: 5, label: 'Kettle', parentId: null, depth: 0 });

    actor.send({ type: 'select.opened' });
    actor.send({ type: 'select.searched', text: 'a' });
    await expect.poll(() => answers.has('a')).toBe(true);
    actor.send({ type: 'select.searched', text: 'ab' });
    await expect.poll(() => answers.has('ab')).toBe(true);
    answers.get('ab')?.resolve({ list: [{ id: 7, title: 'ab' }], total: 1 });
    answers.get('a')?.resolve({ list: [{ id: 6, title: 'a' }], total: 1 });
    answers.get('')?.resolve({ list: [{ id: 8, title: '' }], total: 1 });
    await waitFor(actor, (snapshot) => snapshot.matches('ready'));
    expect(selectOptions(actor.getSnapshot())).toEqual([{ value: 7, label: 'ab', parentId: null, depth: 0 }]);
    expect(asked).toEqual([
      { select: true, quickSearch: '', page: 1, initKey: 'id', initValue: '5' },
      { select: true, quickSearch: '', page: 1 },
      { select: true, quickSearch: 'a', page: 1 },
      { select: true, quickSearch: 'ab', page: 1 },
    ]);
    actor.stop();
  });

  it('says so where the section is one that may not be opened, and names what is chosen by its number', async () => {
    const call = (() => expect.unreachable('nothing is asked')) as unknown as Call;
    const actor = createActor(remoteSelectLogic({ call, language }), { input: { of: 'secret', value: 5, label: null } }).start();
    const named = await waitFor(actor, (snapshot) => snapshot.matches('closed'));
    expect(selectChosenOption(named)).toEqual({ value: 5, label: '#5', parentId: null, depth: 0 });
    actor.send({ type: 'select.opened' });
    const failed = await waitFor(actor, (snapshot) => snapshot.hasTag('failed'));
    expect(failed.context.failure).toEqual({ kind: 'rejected', code: 0, message: 'errors.http.403' });
    actor.stop();
    const tree = createActor(optionTreeLogic({ call, language }), { input: { of: 'secret', isWithoutOwn: false } }).start();
    expect((await waitFor(tree, (snapshot) => snapshot.hasTag('failed'))).context.failure).toMatchObject({ message: 'errors.http.403' });
    tree.stop();
  });

  it.each([
    [{ options: TREE, total: 12 }, 7],
    [{ options: TREE, total: 5 }, 0],
    [{ options: TREE }, 0],
  ])('of a tree there is no further page, only what a search finds: %j', async (reply, untold) => {
    const call = (() => Promise.resolve(reply)) as unknown as Call;
    const actor = createActor(remoteSelectLogic({ call, resourceOf, language }), {
      input: { of: 'goodsCategory', value: null, label: null },
    }).start();
    actor.send({ type: 'select.opened' });
    const ready = await waitFor(actor, (snapshot) => snapshot.matches('ready'));
    expect([selectUntold(ready), ready.can({ type: 'select.moreRequested' })]).toEqual([untold, false]);
    actor.stop();
  });
});

it.each([
  [false, undefined],
  [true, '1'],
])('optionTreeLogic asks for all of a section; without the own ones: %j', async (isWithoutOwn, absoluteAuth) => {
  const asked: Readonly<Record<string, unknown>>[] = [];
  const call = ((_endpoint: unknown, input: Readonly<Record<string, unknown>>) => {
    asked.push(input);
    return Promise.resolve({ list: [{ id: 2, pid: 1, name: 'Green tea' }, { id: 1, pid: 0, name: 'Tea' }], total: isWithoutOwn ? 12 : undefined }); // prettier-ignore
  }) as unknown as Call;
  const actor = createActor(optionTreeLogic({ call, resourceOf, language }), { input: { of: 'goodsCategory', isWithoutOwn } }).start();
  await waitFor(actor, (snapshot) => snapshot.matches('ready'));
  expect(selectTreeOptions(actor.getSnapshot())).toEqual([
    { id: 1, parentId: null, title: 'Tea', name: 'Tea' },
    { id: 2, parentId: 1, title: 'Green tea', name: 'Green tea' },
  ]);
  expect(selectUntoldOptions(actor.getSnapshot())).toBe(isWithoutOwn ? 10 : 0);
  expect(asked).toEqual([{ isTree: '0', limit: 1000, ...(absoluteAuth && { absoluteAuth }) }]);
});

it('tagOptionsLogic asks for one page when somebody comes to the field, and again where there was no answer', async () => {
  const asked: unknown[] = [];
  const rows = [{ id: 1, tags: 'spring,new' }, { id: 2, tags: 'new' }, { id: 3 }];
  const call = (({ method, path }: { method: string; path: string }, input: unknown) => {
    asked.push([method, path, input]);
    return asked.length === 1 ? Promise.reject(rejection('errors.http.403')) : Promise.resolve({ list: rows, total: 3 });
  }) as unknown as Call;
  const actor = createActor(tagOptionsLogic({ call, resourceOf }), { input: { of: 'goods', field: 'tags' } }).start();
  actor.send({ type: 'tags.asked' });
  await waitFor(actor, (snapshot) => snapshot.matches('unasked'));
  actor.send({ type: 'tags.asked' });
  await waitFor(actor, (snapshot) => snapshot.matches('known'));
  actor.send({ type: 'tags.asked' });
  expect(selectTags(actor.getSnapshot())).toEqual(['new', 'spring']);
  const page = ['GET', '/admin/goods.Goods/index', { isTree: '0', limit: 100 }];
  expect(asked).toEqual([page, page]);
  actor.stop();
});
