import { describe, expect, it } from 'vitest';
import { createActor, createEmptyActor } from 'xstate';
import { EMPTY_QUERY } from '#domain/table/resource-query';
import { collectionMachine } from '#machines/table/collection.machine';
import { done, inertOf } from '#tests/machines/support/model.ts';
import { sectionOf } from '#tests/support/shell-data.ts';

const page = (count: number) => ({ rows: Array.from({ length: count }, (_, id) => ({ id: id + 1 })), total: 90, remark: '' });

function list() {
  const addressing = { fields: [], sortable: [], defaults: EMPTY_QUERY };
  const input = { ...sectionOf('goods'), addressing, params: {}, owner: createEmptyActor() };
  const actor = createActor(inertOf(collectionMachine), { input }).start();
  const arrives = (count: number) => actor.send(done('loadPage', page(count)) as never);
  arrives(3);
  actor.send({ type: 'collection.scrolled', scrolled: { topPx: 400, leftPx: 20 } });
  return { actor, arrives, scrolled: () => actor.getSnapshot().context.scrolled };
}

describe('how far a list is scrolled', () => {
  it('is kept while its rows are read again', () => {
    const { actor, arrives, scrolled } = list();
    actor.send({ type: 'collection.refreshed' });
    arrives(4);
    expect(scrolled()).toEqual({ topPx: 400, leftPx: 20 });
  });

  it('is forgotten where another address asks for other rows', () => {
    const { actor, scrolled } = list();
    actor.send({ type: 'collection.addressChanged', params: { page: '2' } });
    expect(scrolled()).toEqual({ topPx: 0, leftPx: 0 });
  });

  it('is forgotten where there were no rows in between', () => {
    const { actor, arrives, scrolled } = list();
    actor.send({ type: 'collection.refreshed' });
    arrives(0);
    actor.send({ type: 'collection.scrolled', scrolled: { topPx: 400, leftPx: 20 } });
    actor.send({ type: 'collection.refreshed' });
    arrives(2);
    expect(scrolled()).toEqual({ topPx: 0, leftPx: 0 });
  });
});
