import { expect, it } from 'vitest';
import { actFor, firstVersionOf, updateOf, type StoreModule } from '#domain/modules/store-module';

const versions = ['2.0.0', '1.10.0', '1.9.0'].map((version) => ({ version, trust: 'shipped' as const, withdrawn: null }));
const module = (version: string | null, isPinned = false): StoreModule => ({
  uid: 'links',
  title: { 'zh-cn': '', en: '' },
  intro: { 'zh-cn': '', en: '' },
  author: '',
  icon: '',
  cover: '',
  version,
  state: 'available',
  isPinned,
  asks: [],
  versions,
  withdrawn: null,
});

it('the store says by the order of the versions what bringing a module to one is', () => {
  expect(actFor(module(null), '1.9.0')).toBe('install');
  expect(['2.0.0', '1.10.0', '1.9.0'].map((wanted) => actFor(module('1.10.0'), wanted))).toEqual(['update', null, 'rollback']);
  expect(actFor(module('1.10.0', true), '2.0.0')).toBe(null);
});

it('the store offers the newest version, and none where the module is kept at its own', () => {
  expect([updateOf(module('1.9.0')), updateOf(module('2.0.0')), updateOf(module('1.9.0', true)), updateOf(module(null))]).toEqual([
    '2.0.0',
    null,
    null,
    null,
  ]);
  expect([firstVersionOf(module(null)), firstVersionOf(module('2.0.0')), firstVersionOf(module('1.9.0', true))]).toEqual([
    '2.0.0',
    '2.0.0',
    '1.9.0',
  ]);
});

it('the store leaves withdrawn versions alone', () => {
  const withdrawn = { 'zh-cn': '坏了', en: 'broken' };
  const own = (version: string | null): StoreModule => ({
    ...module(version),
    versions: versions.map((one) => (one.version === '2.0.0' ? { ...one, withdrawn } : one)),
  });
  expect([actFor(own(null), '2.0.0'), actFor(own('1.9.0'), '2.0.0'), actFor(own('1.9.0'), '1.10.0')]).toEqual([null, null, 'update']);
  expect([updateOf(own('1.9.0')), updateOf(own('1.10.0')), updateOf(own('2.0.0'))]).toEqual(['1.10.0', null, null]);
  expect([firstVersionOf(own(null)), firstVersionOf(own('2.0.0'))]).toEqual(['1.10.0', '2.0.0']);
});
