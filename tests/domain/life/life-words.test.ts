import { expect, it } from 'vitest';
import { rightsOf, waysFrom } from '#domain/life/life';

it('a life asks for a right of each event that has one of its own, and of each approval', () => {
  const events = {
    send: { right: 'own', second: { days: 1 } },
    take: { right: 'own' },
    close: { right: 'edit', second: { days: 7 } },
    open: { right: 'edit' },
    end: { right: 'none' },
  } as const;
  expect(rightsOf({ events })).toEqual(['send', 'sendApprove', 'take', 'closeApprove']);
});

it('nothing leads on by a name that every object has, from a state or from none', () => {
  const life = { chart: { id: 'a', initial: 'a', states: { a: { on: { go: 'a' } } } } } as const;
  expect(waysFrom(life, 'a', 'on', 'go')).toEqual([{ target: 'a' }]);
  expect([
    waysFrom(life, 'a', 'on', 'toString'),
    waysFrom(life, 'a', 'after', 'go'),
    waysFrom(life, 'toString', 'on', 'go'),
    waysFrom(life, 'b', 'on', 'go'),
  ]).toEqual([[], [], [], []]);
});
