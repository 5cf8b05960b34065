import { expect, it } from 'vitest';
import { speedOf } from '#domain/chat/answer-speed';

it('counts characters from the first word on, and says nothing that nobody has measured', () => {
  expect(speedOf({ firstWordMs: 840, totalMs: 2840 }, 100)).toEqual({ firstWordSeconds: 0.8, charactersASecond: 50 });
  expect(speedOf({ firstWordMs: 840, totalMs: 60_840 }, 3)).toEqual({ firstWordSeconds: 0.8, charactersASecond: 1 });
  // All of it came at once, or nothing.
  expect(speedOf({ firstWordMs: 10, totalMs: 30 }, 100)).toEqual({ firstWordSeconds: 0.1, charactersASecond: null });
  // From the twentieth of a second on it is no longer the clock that is measured.
  expect(speedOf({ firstWordMs: 10, totalMs: 59 }, 100)).toEqual({ firstWordSeconds: 0.1, charactersASecond: null });
  expect(speedOf({ firstWordMs: 10, totalMs: 60 }, 100)).toEqual({ firstWordSeconds: 0.1, charactersASecond: 2000 });
  expect(speedOf({ firstWordMs: 10, totalMs: 3000 }, 0)).toEqual({ firstWordSeconds: 0.1, charactersASecond: null });
  expect(speedOf({ firstWordMs: null, totalMs: 3000 }, 100)).toBeNull();
  expect(speedOf({ firstWordMs: 10, totalMs: null }, 100)).toBeNull();
});
