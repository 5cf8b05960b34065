import { describe, expect, it } from 'vitest';
import {
  attributesOf,
  checkConfig,
  CONFIG_TYPES,
  configField,
  configInput,
  configWire,
  decodeConfig,
  encodeConfig,
  type ConfigDescription,
  type ConfigType,
} from '#domain/settings/config-item';

/** Type, what the wire brings, what is stored, what the wire carries out, what the input has. */
const TABLE: readonly (readonly [ConfigType, unknown, string, unknown, unknown])[] = [
  ['string', 'Tea', 'Tea', 'Tea', 'Tea'],
  ['string', '', '', '', ''],
  ['string', ['a', 'b'], 'a,b', 'a,b', 'a,b'],
  ['textarea', 'a\nb', 'a\nb', 'a\nb', 'a\nb'],
  ['password', 'p', 'p', '', ''],
  ['number', 1.5, '1.5', '1.5', 1.5],
  ['number', '', '', '', null],
  ['year', '2026', '2026', '2026', 2026],
  ['radio', 'x', 'x', 'x', 'x'],
  ['select', 'x', 'x', 'x', 'x'],
  ['checkbox', ['a', 'b'], '["a","b"]', ['a', 'b'], ['a', 'b']],
  ['checkbox', [], '', [], []],
  ['selects', [1], '["1"]', ['1'], ['1']],
  ['array', [{ key: 'k', value: 'v', more: 1 }], '[{"key":"k","value":"v"}]', [{ key: 'k', value: 'v' }], [{ key: 'k', value: 'v' }]],
  ['switch', true, '1', true, true],
  ['switch', 1, '1', true, true],
  ['switch', '0', '0', '0', false],
  ['switch', false, '0', '0', false],
  ['switch', null, '0', '0', false],
  ['datetime', '2026-01-31 08:00:00', '2026-01-31 08:00:00', '2026-01-31 08:00:00', '2026-01-31 08:00:00'],
  ['date', '2026-01-31', '2026-01-31', '2026-01-31', '2026-01-31'],
  ['time', '2026-01-31 08:30:00', '08:30:00', '08:30:00', '08:30:00'],
  ['time', '08:30:00', '08:30:00', '08:30:00', '08:30:00'],
  ['remoteSelect', 7, '7', '7', 7],
  ['remoteSelect', '', '', '', null],
  ['remoteSelects', ['7', '8'], '7,8', ['7', '8'], [7, 8]],
  ['remoteSelects', [], '', [], []],
  ['city', ['1', '2'], '1,2', ['1', '2'], ['1', '2']],
  ['image', '/a.png', '/a.png', '/a.png', '/a.png'],
  ['images', ['/a.png', '/b.png'], '/a.png,/b.png', '/a.png,/b.png', ['/a.png', '/b.png']],
  ['file', '/a.zip', '/a.zip', '/a.zip', '/a.zip'],
  ['files', '/a.zip,/b.zip', '/a.zip,/b.zip', '/a.zip,/b.zip', ['/a.zip', '/b.zip']],
  ['icon', 'fa fa-cogs', 'fa fa-cogs', 'fa fa-cogs', 'fa fa-cogs'],
  ['color', '#fff', '#fff', '#fff', '#fff'],
  ['editor', '<p>a</p>', '<p>a</p>', '<p>a</p>', '<p>a</p>'],
];

describe('the value of a setting', () => {
  it.each(TABLE)('of type %s: %j is stored as %j, and goes out as %j', (type, wire, stored, out, input) => {
    expect(encodeConfig(type, wire)).toBe(stored);
    expect(decodeConfig(type, stored)).toEqual(out);
    const item = { type, of: type.startsWith('remote') ? 'goods' : undefined };
    expect(configInput(item, out)).toEqual(input);
    expect(encodeConfig(type, configWire(item, input))).toBe(type === 'password' ? '' : stored);
  });

  it('is known for every type', () => {
    expect(new Set(TABLE.map(([type]) => type))).toEqual(new Set(CONFIG_TYPES));
  });

  it.each([
    ['string', {}],
    ['string', true],
    ['number', [{}]],
    ['checkbox', 'a'],
    ['checkbox', [null]],
    ['array', [{ key: 'k' }]],
    ['array', ['k']],
    ['switch', []],
    ['files', ['/a,b.zip']],
    ['images', '/a.png'.split(',').concat('/b,c.png')],
  ])('of type %s is not %j', (type, value) => {
    expect(encodeConfig(type, value)).toBeNull();
  });

  it('is nothing where something else was stored by hand', () => {
    expect([decodeConfig('array', '{"a":1}'), decodeConfig('checkbox', '{'), decodeConfig('string', null)]).toEqual([[], [], '']);
  });
});

const item = (type: ConfigType, rule = '', options = {}): ConfigDescription => ({ type, rule, title: 'T', tip: '', options });

describe('the rules of a setting', () => {
  it.each([
    ['required', '', 'validation.required'],
    ['required', 'x', undefined],
    ['email', '', undefined],
    ['email', 'x', 'validation.email'],
    ['email,required', 'a@b.cn', undefined],
    ['mobile', '123', 'validation.mobile'],
    ['idNumber', '1', 'validation.idNumber'],
    ['account', '1', 'validation.account'],
    ['password', '1', 'validation.password'],
    ['varName', '1a', 'validation.variableName'],
    ['editorRequired', '', 'validation.required'],
    ['url', 'javascript:alert(1)', 'validation.url'],
    ['url', 'https://example.org/a', undefined],
    ['date', '2026-02-30', 'validation.date'],
    ['number', '1e3', 'validation.number'],
    ['integer', '1.5', 'validation.integer'],
    ['float', 'x', 'validation.float'],
    ['nobody knows this', 'x', undefined],
  ])('%s say of "%s": %s', (rule, value, issue) => {
    expect(checkConfig(item('string', rule), value)?.key).toBe(issue);
  });

  it('come after those of its type', () => {
    expect(checkConfig(item('select', '', { a: 'A' }), 'b')?.key).toBe('validation.option');
    expect(checkConfig(item('number'), configInput({ type: 'number' }, 'x'))?.key).toBe('validation.number');
    expect(checkConfig(item('color'), 'red')?.key).toBe('validation.color');
    expect(checkConfig(item('password'), '<&>')).toBeNull();
  });

  it('make a field with the words of the setting', () => {
    expect(configField({ type: 'select', rule: 'required', title: '加密', tip: '提示', options: { SSL: 'ssl' } })).toEqual({
      kind: 'select',
      required: true,
      label: { 'zh-cn': '加密', en: '加密' },
      hint: { 'zh-cn': '提示', en: '提示' },
      options: ['SSL'],
      optionLabels: { SSL: { 'zh-cn': 'ssl', en: 'ssl' } },
    });
  });
});

it('reads lines of attributes, with types and one level of nesting', () => {
  expect(attributesOf('a=1\nb = true\n\nc.d=x=y\nc.e=2\nnothing\n__proto__=1\nf=007')).toEqual({
    a: 1,
    b: true,
    c: { d: 'x=y', e: 2 },
    f: '007',
  });
});
