import { describe, expect, it } from 'vitest';
import {
  attributesOf,
  checkConfig,
  CONFIG_RULES,
  CONFIG_TYPES,
  configField,
  configInput,
  configWire,
  decodeConfig,
  encodeConfig,
  hasOptions,
  isConfigType,
  isSecretType,
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
    expect([isConfigType('city'), isConfigType('town'), isConfigType('')]).toEqual([true, false, false]);
  });

  it('is chosen from options for four types, and a secret for one', () => {
    expect(CONFIG_TYPES.filter(hasOptions)).toEqual(['radio', 'checkbox', 'select', 'selects']);
    expect(CONFIG_TYPES.filter(isSecretType)).toEqual(['password']);
  });

  it.each([
    ['image', ['/a.png'], '/a.png'],
    ['file', [], ''],
    ['switch', 'on', '1'],
    ['switch', 0, '0'],
    ['switch', undefined, '0'],
    ['string', 7, '7'],
    ['time', '2026-01-31T08:30:00Z', '08:30:00'],
    ['time', 'noon', 'noon'],
    ['time', 'x08:30:00', 'x08:30:00'],
    ['datetime', '2026-01-31 08:30:00', '2026-01-31 08:30:00'],
    ['array', [], ''],
    ['checkbox', ['a', 1], '["a","1"]'],
  ])('of type %s from %j is stored as %j', (type, value, stored) => {
    expect(encodeConfig(type, value)).toBe(stored);
  });

  it.each([
    ['switch', '', false],
    ['switch', '1', true],
    ['switch', 'yes', 'yes'],
    ['city', '1,,2,', ['1', '2']],
    ['password', 'secret', ''],
    ['selects', null, []],
    ['nobody knows this', 'x', 'x'],
  ])('of type %s goes out of %j as %j', (type, stored, wire) => {
    expect(decodeConfig(type, stored)).toEqual(wire);
  });

  it.each([
    [{ type: 'switch' }, true, true],
    [{ type: 'switch' }, 1, true],
    [{ type: 'switch' }, 'true', false],
    [{ type: 'number' }, ' 1.5 ', 1.5],
    [{ type: 'number' }, '1e3', Number.NaN],
    [{ type: 'remoteSelects', of: 'goods' }, null, []],
    [{ type: 'remoteSelects', of: 'goods' }, '7,8', [7, 8]],
    [{ type: 'remoteSelects' }, '7,8', ['7', '8']],
    [{ type: 'remoteSelect' }, '7', '7'],
    [{ type: 'remoteSelect', of: 'goods' }, '7', 7],
    [{ type: 'images' }, '/a.png,/b.png', ['/a.png', '/b.png']],
  ])('of %j is typed in for %j as %j', (described, wire, input) => {
    expect(configInput(described, wire)).toEqual(input);
  });

  it.each([
    [{ type: 'remoteSelects', of: 'goods' }, [7, 8], ['7', '8']],
    [{ type: 'remoteSelects', of: 'goods' }, null, []],
    [{ type: 'remoteSelects' }, ['7'], ['7']],
    [{ type: 'remoteSelect', of: 'goods' }, 7, '7'],
    [{ type: 'remoteSelect', of: 'goods' }, null, ''],
    [{ type: 'number' }, 7, 7],
    [{ type: 'number' }, null, ''],
    [{ type: 'password' }, null, null],
  ])('of %j typed in as %j is sent as %j', (described, input, wire) => {
    expect(configWire(described, input)).toEqual(wire);
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
    ['string', ['a', {}]],
    ['image', ['/a.png', '/b.png']],
    ['file', ['/a.zip', '/b.zip']],
    ['array', [null]],
    ['array', [{ key: 1, value: 'v' }]],
    ['array', [{ key: 'k', value: 1 }]],
    ['array', [{ value: 'v' }]],
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
    ['mobile', '13800138000', undefined],
    ['idNumber', '11010519491231002X', undefined],
    ['account', 'linda_1', undefined],
    ['password', 'tea-pot-77', undefined],
    ['varName', 'a_1', undefined],
    ['url', 'http://example.org', undefined],
    ['url', 'ftp://example.org', 'validation.url'],
    ['url', 'xhttp://example.org', 'validation.url'],
    ['url', 'example', 'validation.url'],
    ['date', '2026-02-28', undefined],
    ['number', ' 1.5 ', undefined],
    ['integer', ' -15 ', undefined],
    ['integer', '1234567890123456', 'validation.integer'],
    ['integer', 'a1', 'validation.integer'],
    ['integer', '1a', 'validation.integer'],
    ['float', ' -0.5 ', undefined],
    ['required, email', 'x', 'validation.email'],
    ['editorRequired', 'x', undefined],
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

  it('are thirteen, in the order in which they are offered', () => {
    expect(CONFIG_RULES.join(' ')).toBe(
      'required mobile idNumber account password varName editorRequired url email date number integer float',
    );
  });

  it.each([
    ['image', 'javascript:alert(1)', 'validation.url'],
    ['image', '/a.png', undefined],
    ['file', '/a.zip', undefined],
    ['images', ['/a.png', '/b.png'], undefined],
    ['images', ['/a.png', '/b,c.png'], 'validation.url'],
    ['images', ['/a.png', 'javascript:alert(1)'], 'validation.url'],
    ['files', ['/a,b.zip'], 'validation.url'],
    ['image', '', undefined],
    ['images', [], undefined],
  ] as const)('look at addresses: of type %s, %j is %s', (type, value, issue) => {
    expect(checkConfig(item(type), value)?.key).toBe(issue);
  });

  it.each([
    ['remoteSelect', 7, undefined],
    ['remoteSelect', 0, 'validation.type'],
    ['remoteSelect', 1.5, 'validation.integer'],
    ['remoteSelect', 2 ** 53, 'validation.max'],
    ['remoteSelects', [7, 8], undefined],
    ['remoteSelects', [7, -8], 'validation.type'],
    ['remoteSelect', null, undefined],
  ] as const)('look at ids of records: of type %s, %j is %s', (type, value, issue) => {
    expect(checkConfig({ ...item(type), of: 'goods' }, value)?.key).toBe(issue);
  });

  it.each([
    ['string', { kind: 'string', maxLength: 2000 }],
    ['password', { kind: 'password' }],
    ['textarea', { kind: 'textarea' }],
    ['datetime', { kind: 'localDateTime' }],
    ['date', { kind: 'date' }],
    ['time', { kind: 'time' }],
    ['remoteSelect', { kind: 'string', maxLength: 2000 }],
    ['remoteSelects', { kind: 'tags' }],
    ['image', { kind: 'image' }],
    ['images', { kind: 'images' }],
    ['file', { kind: 'file' }],
    ['files', { kind: 'files' }],
    ['icon', { kind: 'iconSelect' }],
    ['color', { kind: 'color' }],
    ['editor', { kind: 'richText' }],
    ['number', { kind: 'number' }],
    ['year', { kind: 'year' }],
    ['switch', { kind: 'switch' }],
    ['array', { kind: 'array' }],
    ['city', { kind: 'citySelect' }],
    ['radio', { kind: 'radio', options: [], optionLabels: {} }],
    ['checkbox', { kind: 'checkbox', options: [], optionLabels: {} }],
    ['select', { kind: 'select', options: [], optionLabels: {} }],
    ['selects', { kind: 'checkbox', options: [], optionLabels: {} }],
  ] as const)('make of type %s the field %j', (type, field) => {
    expect(configField(item(type))).toEqual({ label: { 'zh-cn': 'T', en: 'T' }, required: false, ...field });
  });

  it('make a field of records where it is known which', () => {
    const label = { 'zh-cn': 'T', en: 'T' };
    expect(configField({ ...item('remoteSelect', ' required '), of: 'goods' })).toEqual({
      label,
      required: true,
      kind: 'remoteSelect',
      of: 'goods',
    });
    expect(configField({ ...item('remoteSelects', 'email,editorRequired'), of: 'goods' })).toEqual({
      label,
      required: true,
      kind: 'remoteSelects',
      of: 'goods',
    });
    expect(configField({ ...item('string'), type: 'nobody knows this' })).toEqual({
      label,
      required: false,
      kind: 'string',
      maxLength: 2000,
    });
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

it('the form of a setting reads lines of attributes, with types and one level of nesting', () => {
  expect(attributesOf('a=1\nb = true\n\nc.d=x=y\nc.e=2\nnothing\n__proto__=1\nf=007')).toEqual({
    a: 1,
    b: true,
    c: { d: 'x=y', e: 2 },
    f: '007',
  });
});

it.each([
  ['a=1\r\nb=-2.50', { a: 1, b: '-2.50' }],
  ['=1\n =2', {}],
  ['a=false\na.b=1', { a: { b: 1 } }],
  ['a.b=1\na=2', { a: 2 }],
  ['a.b.c=1', { a: { b: 1 } }],
  ['a.constructor=1\nconstructor=2\na.__proto__=3', {}],
  ['  spaced key  =  text ', { 'spaced key': 'text' }],
  ['a=', { a: '' }],
  ['a=True', { a: 'True' }],
])('reads of %j the attributes %j', (text, attributes) => {
  expect(attributesOf(text)).toEqual(attributes);
});
