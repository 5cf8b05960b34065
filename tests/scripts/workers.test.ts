import { expect, it } from 'vitest';
import { workersOf } from '../../scripts/tests/workers.ts';

const GIGABYTE = 1024 ** 3;

it('runs three files of tests a core at a time, but two where there is little memory', () => {
  expect(workersOf(2, 16 * GIGABYTE)).toBe(6);
  expect(workersOf(2, 10.5 * GIGABYTE)).toBe(5);
  expect(workersOf(2, 2 * GIGABYTE)).toBe(4);
  expect(workersOf(8, 64 * GIGABYTE)).toBe(24);
});
