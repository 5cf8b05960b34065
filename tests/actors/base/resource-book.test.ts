import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Resource } from '#domain/table/resource';

/** Groups that arrive, or do not, when the test says so. */
const line = vi.hoisted(() => {
  const waiting: { readonly group: string; readonly settle: (error?: Error) => void }[] = [];
  const resource = { controller: 'x', fields: { id: { kind: 'id' } } };
  const CONTENT: Record<string, object> = {
    shop: {
      order: { ...resource, name: 'order', fields: { ...resource.fields, note: { kind: 'string', query: 'byEditors' } } },
      ware: { ...resource, name: 'ware' },
    },
    user: { member: { ...resource, name: 'member' } },
  };
  const load = (group: string) => () =>
    new Promise<object>((resolve, reject) => {
      waiting.push({ group, settle: (error) => (error ? reject(error) : resolve(CONTENT[group]!)) });
    });
  return { waiting, SECTION_GROUPS: { shop: load('shop'), user: load('user') } };
});
vi.mock('virtual:sections', () => ({
  SECTION_HEADS: [
    { name: 'order', controller: 'x.order', groups: ['shop', 'user'] },
    { name: 'member', controller: 'x.member', groups: ['user'] },
    { name: 'ware', controller: 'x.ware', groups: ['shop'] },
  ],
  SECTION_GROUPS: line.SECTION_GROUPS,
}));

type Book = typeof import('#actors/base/resource-book');
let book: Book;
beforeEach(async () => {
  vi.resetModules();
  book = await import('#actors/base/resource-book');
});
afterEach(() => void line.waiting.splice(0));

const names = () => book.arrivedResources().map(({ name }) => name);
const asked = () => line.waiting.map(({ group }) => group);
const settle = (group: string, error?: Error) => {
  const index = line.waiting.findIndex((one) => one.group === group);
  line.waiting.splice(index, 1)[0]!.settle(error);
};
const live = (name: string, of?: string): Resource =>
  ({
    name,
    controller: `x.${name}`,
    label: { en: name },
    fields: { id: { kind: 'id' }, ...(of && { one: { kind: 'remoteSelect', of } }) },
  }) as unknown as Resource;

describe('before its declarations are here, the book', () => {
  it('knows sections by their names, and says of none that it is not there', () => {
    expect(book.knownSections().map(({ name, controller }) => [name, controller])).toEqual([
      ['order', 'x.order'],
      ['member', 'x.member'],
      ['ware', 'x.ware'],
    ]);
    expect([book.findSection('ware')?.controller, book.findSection('none')]).toEqual(['x.ware', undefined]);
    expect([book.isOnTheWay('ware'), book.isOnTheWay('none')]).toEqual([true, false]);
    expect([names(), book.findResource('ware')]).toEqual([[], undefined]);
    expect(() => book.requireResource('ware')).toThrow('ware is asked for before it is here');
    expect(() => book.requireResource('none')).toThrow('no resource is called none');
    expect(() => book.knownResources()).toThrow('all sections are asked for before order is here');
  });
});

describe('a page is brought', () => {
  it('with the groups that its section names, each asked for once, and is there when all of them are', async () => {
    let isThere = false;
    const order = book.bringSections(['order']).then(() => (isThere = true));
    const ware = book.bringSections(['ware']);
    expect(asked()).toEqual(['shop', 'user']);
    settle('shop');
    await ware;
    expect([names(), isThere]).toEqual([['order', 'ware'], false]);
    settle('user');
    await order;
    expect([names(), book.isOnTheWay('member')]).toEqual([['order', 'member', 'ware'], false]);
    await book.bringSections(['order', 'ware', 'none']);
    expect(asked()).toEqual([]);
  });

  it('with its words, without which nothing is here', async () => {
    const words = Promise.withResolvers<void>();
    const groups: string[] = [];
    book.bringWordsBy((group) => (groups.push(group), words.promise));
    const ware = book.bringSections(['ware']);
    settle('shop');
    await Promise.resolve();
    expect([groups, names()]).toEqual([['shop'], []]);
    words.resolve();
    await ware;
    expect(names()).toEqual(['order', 'ware']);
  });

  it('with the words of all groups as one, which are asked for first, where all are', async () => {
    const groups: string[] = [];
    book.bringWordsBy((group) => (groups.push(group), Promise.resolve()));
    const all = book.allSections();
    expect(groups).toEqual(['-', 'shop', 'user']);
    settle('shop');
    settle('user');
    await all;
    expect(names()).toEqual(['order', 'member', 'ware']);
  });

  it('by those that a section of run time names', async () => {
    book.setLiveResources([live('ticket', 'member')]);
    const ticket = book.bringSections(['ticket']);
    expect(asked()).toEqual(['user']);
    settle('user');
    await ticket;
    expect(names()).toEqual(['member', 'ticket']);
  });

  it('again where it did not arrive', async () => {
    const lost = book.bringSections(['ware']);
    settle('shop', new Error('no line'));
    await expect(lost).rejects.toMatchObject({ name: 'LazyCodeError' });
    const again = book.bringSections(['ware']);
    expect([asked(), names()]).toEqual([['shop'], []]);
    settle('shop');
    await again;
    expect(names()).toEqual(['order', 'ware']);
  });
});

describe('what works over many sections', () => {
  it('waits for all of them beside its own code, and asks again after a failure', async () => {
    const lost = book.withAllSections(Promise.resolve('code'));
    settle('shop');
    settle('user', new Error('no line'));
    await expect(lost).rejects.toMatchObject({ name: 'LazyCodeError' });
    const again = book.withAllSections(Promise.resolve('code'));
    expect(asked()).toEqual(['user']);
    settle('user');
    expect(await again).toBe('code');
    expect(book.knownResources().map(({ name }) => name)).toEqual(['order', 'member', 'ware']);
  });
});

describe('sections that are published while declarations are on their way', () => {
  it('stay, and what arrives later is seen by the rights of now', async () => {
    book.setLiveResources([live('ticket'), live('order')], ({ name }) => name !== 'order');
    const order = book.bringSections(['order']);
    settle('shop');
    settle('user');
    await order;
    expect(names()).toEqual(['order', 'member', 'ware', 'ticket']);
    expect(Object.keys(book.requireResource('order').fields)).toEqual(['id']);
    book.setLiveResources([]);
    expect(names()).toEqual(['order', 'member', 'ware']);
    expect(Object.keys(book.requireResource('order').fields)).toEqual(['id', 'note']);
  });

  it('are known beside what is shipped and behind it, by name and with their declaration', async () => {
    const ware = book.bringSections(['ware']);
    settle('shop');
    await ware;
    book.setLiveResources([live('ticket')]);
    expect(book.knownSections().map(({ name }) => name)).toEqual(['order', 'member', 'ware', 'ticket']);
    expect([book.findSection('ticket')?.controller, book.isOnTheWay('ticket')]).toEqual(['x.ticket', false]);
    expect(names()).toEqual(['order', 'ware', 'ticket']);
  });

  it('change what is told to editors alone, in what is here by then, and nothing else', async () => {
    const order = book.bringSections(['ware']);
    settle('shop');
    await order;
    const before = book.requireResource('ware');
    expect(Object.keys(book.requireResource('order').fields)).toEqual(['id', 'note']);
    const ticket = { ...live('ticket'), fields: { id: { kind: 'id' }, note: { kind: 'string', query: 'byEditors' } } };
    book.setLiveResources([ticket as unknown as Resource], () => false);
    expect(['order', 'ticket'].map((name) => Object.keys(book.requireResource(name).fields))).toEqual([['id'], ['id']]);
    expect(book.requireResource('ware')).toBe(before);
  });

  it('leave those that are here the objects that they were', async () => {
    book.setLiveResources([], () => false);
    const ware = book.bringSections(['ware']);
    settle('shop');
    await ware;
    const before = book.requireResource('order');
    const member = book.bringSections(['member']);
    settle('user');
    await member;
    expect(book.requireResource('order')).toBe(before);
  });
});
