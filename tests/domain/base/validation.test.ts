import { describe, expect, it } from 'vitest';
import * as rules from '#domain/base/validation';

type Table = readonly (readonly [string, boolean])[];

const TABLES: readonly (readonly [(text: string) => boolean, Table])[] = [
  [
    rules.isAccount,
    [
      ['ab', false],
      ['abc', true],
      ['a23456789012345', true],
      ['a234567890123456', false],
      ['1abc', false],
      ['_abc', false],
      ['a b', false],
      ['a-b', false],
      ['abc_9', true],
      ['张三abc', false],
      ['abc\n', false],
    ],
  ],
  [
    rules.isPassword,
    [
      ['12345', false],
      ['123456', true],
      ['x'.repeat(32), true],
      ['x'.repeat(33), false],
      ['abc&def', false],
      ['abc<def', false],
      ['abc>def', false],
      ['abc"def', false],
      ["abc'def", false],
      ['with a space', true],
      ['中文密码可以', true],
      ['line\nbreak', false],
      ['line\r\nbreak', false],
    ],
  ],
  [
    rules.isMobile,
    [
      ['13800138000', true],
      ['12800138000', false],
      ['1380013800', false],
      ['+8613800138000', false],
      ['138001380001', false],
    ],
  ],
  [
    rules.isIdNumber,
    [
      ['11010519491231002X', true],
      ['11010519491231002x', true],
      ['440524188001010014', true],
      ['110105194912310021', false],
      ['11010519900231002X', false],
      ['110105491231002', true],
      ['110105491331002', false],
      ['1101054912310', false],
    ],
  ],
  [
    rules.isVariableName,
    [
      ['name', true],
      ['_name', true],
      ['$name1', true],
      ['名称', true],
      ['1name', false],
      ['na me', false],
      ['na-me', false],
      ['', false],
    ],
  ],
  [
    rules.isEmail,
    [
      ['a@b.cn', true],
      ['first.last+tag@sub.example.com', true],
      ['a@b', false],
      ['a b@c.cn', false],
      ['@b.cn', false],
      ['a@b..cn', false],
      ['a@@b.cn', false],
    ],
  ],
  [
    rules.isCalendarDate,
    [
      ['2024-02-29', true],
      ['2023-02-29', false],
      ['1900-02-29', false],
      ['2000-02-29', true],
      ['2026-11-31', false],
      ['2026-13-01', false],
      ['2026-1-1', false],
      ['0000-01-01', false],
    ],
  ],
  [
    rules.isTimeOfDay,
    [
      ['00:00:00', true],
      ['23:59:59', true],
      ['24:00:00', false],
      ['12:60:00', false],
      ['1:00:00', false],
    ],
  ],
  [
    rules.isFloatText,
    [
      ['1.', false],
      ['.5', false],
      ['1e5', false],
      ['1,5', false],
      ['-0', true],
      ['９', false],
      ['12.5', true],
      ['+1', false],
      ['--1', false],
      ['1.2.3', false],
      ['1 000', false],
      ['NaN', false],
      ['Infinity', false],
      ['', false],
      ['1'.repeat(16), false],
      ['1\n', false],
    ],
  ],
  [
    rules.isColor,
    [
      ['#fff', true],
      ['#12ab9F', true],
      ['#12ab9F80', true],
      ['#12', false],
      ['red', false],
      ['#fff;x', false],
    ],
  ],
  [
    rules.isEmptyRichText,
    [
      ['', true],
      ['<p><br></p>', true],
      ['<p>&nbsp;</p>', true],
      ['<p>text</p>', false],
      ['<p><img src="/a.png"></p>', false],
    ],
  ],
];

describe.each(TABLES)('%s', (rule, table) => {
  it.each(table)('%j → %j', (text, expected) => expect(rule(text)).toBe(expected));
});

describe('isBlank', () => {
  it.each([
    ['', true],
    ['   ', true],
    [null, true],
    [undefined, true],
    [[], true],
    [0, false],
    [false, false],
    ['0', false],
    [['x'], false],
  ])('%j → %j', (value, expected) => expect(rules.isBlank(value)).toBe(expected));
});
