import { expect, it } from 'vitest';
import { decidingPart } from '#domain/life/deciding';
import type { Life } from '#domain/life/life';

const life = (label: string): Life =>
  ({
    field: 'status',
    chart: { initial: 'draft', states: { draft: { on: { publish: [{ target: 'on', guard: 'ready', actions: ['tell'] }] } }, on: {} } },
    events: { publish: { right: 'own', label: { en: label } } },
    conditions: {
      ready: {
        all: [
          { field: 'price', is: 'filled', says: label },
          { any: [{ caller: 'owner', says: label }, { not: { field: 'stock', is: 'eq', value: 0, says: label } }] },
        ],
      },
    },
    delays: { day: { seconds: 86_400 } },
    effects: {
      stamp: { set: 'stamped', to: { from: 'now' } },
      said: { comment: { en: label } },
      tell: { notify: 'owner', title: { en: label } },
      write: { mail: 'address', title: { en: label }, text: { en: label } },
    },
  }) as unknown as Life;

it('keeps of a life what decides, and none of its words', () => {
  expect(decidingPart(life('Publish'))).toEqual({
    field: 'status',
    chart: { initial: 'draft', states: { draft: { on: { publish: [{ target: 'on', guard: 'ready', actions: ['tell'] }] } }, on: {} } },
    events: { publish: { right: 'own' } },
    conditions: {
      ready: {
        all: [{ field: 'price', is: 'filled' }, { any: [{ caller: 'owner' }, { not: { field: 'stock', is: 'eq', value: 0 } }] }],
      },
    },
    delays: { day: { seconds: 86_400 } },
    effects: {
      stamp: { set: 'stamped', to: { from: 'now' } },
      said: { comment: true },
      tell: { notify: 'owner' },
      write: { mail: 'address' },
    },
  });
});

it('takes a life for the same that says something in other words', () => {
  expect(decidingPart(life('Publish'))).toEqual(decidingPart(life('Put on sale')));
});

it('reads a life of a version that knew neither conditions nor effects', () => {
  const { conditions: _conditions, effects: _effects, ...old } = life('Publish');
  expect(decidingPart(old as Life)).toMatchObject({ events: { publish: { right: 'own' } }, conditions: {}, effects: {} });
});
