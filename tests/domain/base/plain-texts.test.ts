import { describe, expect, it } from 'vitest';
import { FailureError, failureOf, rejection } from '#domain/base/failure';
import { isFileSlug } from '#domain/base/file-slug';
import { groupedDigits } from '#domain/base/grouped-digits';
import { HTML_LANGUAGE, isLanguage, restoreLanguage } from '#domain/base/language';
import { millisecondsOf } from '#domain/base/timestamp';
import { isPictureAddress } from '#domain/base/addresses/picture-address';
import { resourceUrl } from '#domain/base/addresses/resource-url';

it.each([
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['1234567.50', '1,234,567.50'],
  ['-1234', '-1,234'],
  ['-123', '-123'],
  ['1000.', '1,000.'],
  ['0.1234', '0.1234'],
])('%s is grouped as %s', (text, grouped) => {
  expect(groupedDigits(text)).toBe(grouped);
});

it.each([
  ['goods-2026-11', true],
  ['a', true],
  ['a'.repeat(60), true],
  ['a'.repeat(61), false],
  ['', false],
  ['-a', false],
  ['a-', false],
  ['a--b', false],
  ['A', false],
  ['a.b', false],
  ['a/b', false],
])('%j can be the name of a file: %j', (text, isFine) => {
  expect(isFileSlug(text)).toBe(isFine);
});

it('an unknown language is the default one', () => {
  expect(['en', 'zh-cn', 'fr', null, undefined].map(restoreLanguage)).toEqual(['en', 'zh-cn', 'zh-cn', 'zh-cn', 'zh-cn']);
  expect(['en', 'zh-cn', 'zh-CN', 1].map(isLanguage)).toEqual([true, true, false, false]);
  expect(HTML_LANGUAGE).toEqual({ 'zh-cn': 'zh-CN', en: 'en' });
});

it.each([
  ['1234567890', 1_234_567_890_000],
  ['12345678901', 12_345_678_901],
  [' 5 ', 5000],
  ['1234567890123456', 1_234_567_890_123_456],
  ['12345678901234567', null],
  ['1.5', null],
  ['5x', null],
  ['x5', null],
  [true, null],
])('the stored time %j is %j milliseconds', (value, milliseconds) => {
  expect(millisecondsOf(value)).toBe(milliseconds);
});

describe('a stored path', () => {
  it.each([
    ['', 'https://files.example', ''],
    ['/a.png', '', '/a.png'],
    ['/a.png', 'https://files.example', 'https://files.example/a.png'],
    ['a.png', 'https://files.example//', 'https://files.example/a.png'],
    ['//a.png', 'https://files.example', '//a.png'],
    ['https://other.example/a.png', 'https://files.example', 'https://other.example/a.png'],
    ['FTP+x.1-2://other', 'https://files.example', 'FTP+x.1-2://other'],
    ['data:image/png;base64,AA', 'https://files.example', 'data:image/png;base64,AA'],
    ['data:text/html,x', 'https://files.example', 'https://files.example/data:text/html,x'],
    ['a/https://b', 'https://files.example', 'https://files.example/a/https://b'],
  ])('%j of %j is shown from %j', (path, cdnUrl, url) => {
    expect(resourceUrl(path, cdnUrl)).toBe(url);
  });

  it.each([
    ['/a.png', true],
    ['/', true],
    ['//evil.example/a.png', false],
    ['/\\evil.example', false],
    ['/a b', false],
    ['/a"b', false],
    ['https://tea.example', true],
    ['https://tea.example/', true],
    ['https://tea.example/a.png?x=1', true],
    ['https:///a.png', false],
    ['http://tea.example/a.png', false],
    ['https://tea.example/a b', false],
    ['https://tea.ex ample', false],
    ['xhttps://tea.example', false],
    ['x/a.png', false],
    ['data:image/png;base64,AA', false],
    ['javascript:alert(1)', false],
    ['', false],
  ])('%j is the address of a picture: %j', (text, isFine) => {
    expect(isPictureAddress(text)).toBe(isFine);
  });
});

describe('a failure', () => {
  it('is inside what is thrown, with its words', () => {
    const failure = { kind: 'rejected', code: 0, message: 'refusals.x' } as const;
    const error = new FailureError(failure);
    expect([error.failure, error.message, error.name]).toEqual([failure, 'refusals.x', 'FailureError']);
    expect(new FailureError({ kind: 'timeout' }).message).toBe('timeout');
    expect(failureOf(error)).toBe(failure);
  });

  it('by rule has code 0, and its parameters where there are some', () => {
    expect(rejection('refusals.x').failure).toEqual({ kind: 'rejected', code: 0, message: 'refusals.x' });
    expect(rejection('refusals.x', { minutes: 3 }).failure).toEqual({
      kind: 'rejected',
      code: 0,
      message: 'refusals.x',
      params: { minutes: 3 },
    });
  });

  it('is none where something broke: that goes on', () => {
    const defect = new TypeError('broken');
    expect(() => failureOf(defect)).toThrow(defect);
  });
});
