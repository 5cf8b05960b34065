import { describe, expect, it } from 'vitest';
import type { Field } from '#domain/fields/field';
import { checkField, checkFields } from '#domain/fields/field-rules';
import { goods } from '#sections/goods/goods.resource.ts';

const NO_FILES = [
  'a.png',
  'javascript:alert(1)',
  'data:text/html,x',
  '//elsewhere.example/a',
  String.raw`/\elsewhere.example/a`,
  '/a"b',
  ' /a',
];

const CASES: readonly (readonly [Field, unknown, ReturnType<typeof checkField>])[] = [
  [{ kind: 'string', required: true }, '  ', { key: 'validation.required' }],
  [{ kind: 'string' }, '', null],
  [{ kind: 'string', maxLength: 3 }, '一二三', null],
  [{ kind: 'string', maxLength: 3 }, '一二三四', { key: 'validation.maxLength', params: { max: 3 } }],
  [{ kind: 'string', maxLength: 1 }, '😀', null],
  [{ kind: 'string' }, 'x'.repeat(256), { key: 'validation.maxLength', params: { max: 255 } }],
  [{ kind: 'account' }, '', null],
  [{ kind: 'account' }, '1a', { key: 'validation.account' }],
  [{ kind: 'integer', min: 0 }, -1, { key: 'validation.min', params: { min: 0 } }],
  [{ kind: 'integer', min: 0 }, 0, null],
  [{ kind: 'integer', required: true }, 0, null],
  [{ kind: 'integer' }, 1.5, { key: 'validation.integer' }],
  [{ kind: 'integer' }, 2_147_483_648, { key: 'validation.max', params: { max: 2_147_483_647 } }],
  [{ kind: 'float' }, 1.5, null],
  [{ kind: 'float' }, Number.NaN, { key: 'validation.float' }],
  [{ kind: 'number' }, Number.POSITIVE_INFINITY, { key: 'validation.number' }],
  [{ kind: 'integer' }, Number.NaN, { key: 'validation.integer' }],
  [{ kind: 'mobile' }, ' 13800138000 ', null],
  [{ kind: 'mobile' }, '138 0013 8000', { key: 'validation.mobile' }],
  [{ kind: 'mobile', required: true }, '   ', { key: 'validation.required' }],
  [{ kind: 'idNumber' }, '', null],
  [{ kind: 'password' }, '', null],
  [{ kind: 'password' }, 'abc&def', { key: 'validation.password' }],
  [{ kind: 'password' }, 'abc\ndef', { key: 'validation.password' }],
  [{ kind: 'float' }, -0, null],
  [{ kind: 'float', required: true }, 0, null],
  [{ kind: 'float', required: true }, null, { key: 'validation.required' }],
  [{ kind: 'string', required: true }, '', { key: 'validation.required' }],
  [{ kind: 'string', required: true }, '0', null],
  [{ kind: 'string', required: true }, null, { key: 'validation.required' }],
  [{ kind: 'string', required: true }, '\u200B', { key: 'validation.required' }],
  [{ kind: 'string', required: true }, ' \u200D\uFEFF\u2060\u00AD\u0007', { key: 'validation.required' }],
  [{ kind: 'string', required: true }, '\u3164\uFFA0\u115F\u2800', { key: 'validation.required' }],
  [{ kind: 'string', required: true }, '\u200Ba', null],
  [{ kind: 'string', required: true }, '👩\u200D🌾', null],
  [{ kind: 'string' }, '\u200B', null],
  [{ kind: 'tags', required: true }, ['\u200B', ' '], { key: 'validation.required' }],
  [{ kind: 'tags', required: true }, ['\u200B', 'a'], null],
  [{ kind: 'array', required: true }, [{ key: '\u200B', value: '' }], { key: 'validation.required' }],
  [{ kind: 'array', required: true }, [{ key: '', value: 'a' }], null],
  [{ kind: 'richText', required: true }, '<p>\u200B\u00AD</p>', { key: 'validation.editorRequired' }],
  [{ kind: 'richText', required: true }, '<'.repeat(100_000), { key: 'validation.maxLength', params: { max: 65_535 } }],
  [{ kind: 'richText' }, '<p><br></p>', null],
  [{ kind: 'richText', required: true }, '<p>&nbsp; </p>', { key: 'validation.editorRequired' }],
  [{ kind: 'richText', required: true }, '', { key: 'validation.editorRequired' }],
  [{ kind: 'richText', required: true }, null, { key: 'validation.editorRequired' }],
  [{ kind: 'richText', required: true }, '<p><img src="/a.png"></p>', null],
  [{ kind: 'tags', required: true }, [], { key: 'validation.required' }],
  [{ kind: 'checkbox', options: ['a'], required: true }, [], { key: 'validation.required' }],
  [{ kind: 'money', min: 100 }, 99, { key: 'validation.min', params: { min: 1 } }],
  [{ kind: 'money', max: 250 }, 251, { key: 'validation.max', params: { max: 2.5 } }],
  [{ kind: 'year' }, 10_000, { key: 'validation.max', params: { max: 9999 } }],
  [{ kind: 'dateTime' }, 4_000_000_000, null],
  [{ kind: 'dateTime' }, -1, { key: 'validation.min', params: { min: 0 } }],
  [{ kind: 'select', options: ['a', 'b'] }, 'c', { key: 'validation.option' }],
  [{ kind: 'select', options: ['a', 'b'] }, '', null],
  [{ kind: 'checkbox', options: ['a', 'b'] }, ['a', 'b'], null],
  [{ kind: 'checkbox', options: ['a', 'b'] }, ['a', 'c'], { key: 'validation.option' }],
  [{ kind: 'array', required: true }, [], { key: 'validation.required' }],
  [{ kind: 'array' }, [{ key: 'k', value: 'x'.repeat(255) }], null],
  [{ kind: 'array' }, [{ key: 'k', value: 'x'.repeat(256) }], { key: 'validation.maxLength', params: { max: 255 } }],
  [{ kind: 'array' }, [{ key: '键'.repeat(256), value: '' }], { key: 'validation.maxLength', params: { max: 255 } }],
  [{ kind: 'tags', maxCount: 1 }, ['a', 'b'], { key: 'validation.maxCount', params: { max: 1 } }],
  [{ kind: 'images', required: true }, [], { key: 'validation.required' }],
  ...(['image', 'file'] as const).flatMap((kind): typeof CASES => [
    [{ kind }, '/storage/a.png', null],
    [{ kind }, 'http://files.example/a.png?v=1', null],
    ...NO_FILES.map((text): (typeof CASES)[number] => [{ kind }, text, { key: 'validation.url' }]),
  ]),
  ...(['images', 'files'] as const).flatMap((kind): typeof CASES => [
    [{ kind }, ['/storage/a.png', 'https://files.example/b.png'], null],
    ...NO_FILES.map((text): (typeof CASES)[number] => [{ kind }, ['/storage/a.png', text], { key: 'validation.url' }]),
    [{ kind }, [{ key: '/a', value: '/a' }], { key: 'validation.url' }],
  ]),
  [{ kind: 'switch', required: true }, false, null],
  [{ kind: 'richText', required: true }, '<p><br></p>', { key: 'validation.editorRequired' }],
];

describe('checkField', () => {
  it.each(CASES)('%j with %j → %j', (field, value, expected) => expect(checkField(field, value)).toEqual(expected));
});

describe('checkFields', () => {
  it('checks only what is there unless the record is whole, and never what the server owns', () => {
    expect(checkFields(goods.fields, { stock: -1, weigh: 'x' }, false)).toEqual({ stock: { key: 'validation.min', params: { min: 0 } } });
    expect(Object.keys(checkFields(goods.fields, {}, true))).toEqual(['title', 'categoryId', 'price', 'stock', 'status']);
  });
});
