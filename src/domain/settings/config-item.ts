import type { Field } from '../fields/field.ts';
import type { Texts } from '../fields/kinds/base/declared.ts';
import { describedKind, type FormKind } from '../fields/kinds/registry.ts';
import { checkField } from '../fields/field-rules.ts';
import type { Issue } from '../base/issue.ts';
import { isPictureAddress } from '../base/addresses/picture-address.ts';
import * as rules from '../base/validation.ts';

/**
 * Settings as data: each has a type that says how its value is stored, carried and typed in. Stored is always text; the wire carries
 * lists, pairs and switches; an input has what its kind of field has.
 * Source: wire protocol §5.13, §9.4.
 */
export const CONFIG_TYPES = [
  'string', 'password', 'number', 'textarea', 'radio', 'checkbox', 'select', 'selects', 'switch', 'array', 'datetime', 'date', 'year', 'time',
  'remoteSelect', 'remoteSelects', 'city', 'image', 'images', 'file', 'files', 'icon', 'color', 'editor',
] as const; // prettier-ignore

export type ConfigType = (typeof CONFIG_TYPES)[number];

/** Names of validators, in the order they are offered. */
export const CONFIG_RULES = [
  'required', 'mobile', 'idNumber', 'account', 'password', 'varName', 'editorRequired', 'url', 'email', 'date', 'number', 'integer', 'float',
] as const; // prettier-ignore

type ConfigRule = (typeof CONFIG_RULES)[number];

export const isConfigType = (type: string): type is ConfigType => (CONFIG_TYPES as readonly string[]).includes(type);
const isConfigRule = (rule: string): rule is ConfigRule => (CONFIG_RULES as readonly string[]).includes(rule);

const JSON_TYPES: readonly string[] = ['checkbox', 'selects', 'array'] satisfies ConfigType[];
const COMMA_TYPES: readonly string[] = ['city', 'remoteSelects'] satisfies ConfigType[];
/** A list of several is no value of theirs, though its comma text could be read as one address. */
const SINGLE_TYPES: readonly string[] = ['image', 'file'] satisfies ConfigType[];
const OPTION_TYPES: readonly string[] = ['radio', 'checkbox', 'select', 'selects'] satisfies ConfigType[];

/** Only these types choose from options. */
export const hasOptions = (type: string): boolean => OPTION_TYPES.includes(type);
/** What is stored of it never leaves the server. */
export const isSecretType = (type: string): boolean => type === 'password';

export interface Pair {
  readonly key: string;
  readonly value: string;
}

const isText = (item: unknown): item is string | number => typeof item === 'string' || typeof item === 'number';
export const isPair = (item: unknown): item is Pair =>
  typeof item === 'object' &&
  item !== null &&
  'key' in item &&
  'value' in item &&
  typeof item.key === 'string' &&
  typeof item.value === 'string';

const splitAt = (text: string): string[] => text.split(',').filter((item) => item !== '');

function listIn(stored: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(stored);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

/** Stored text → wire. A switch that is off stays the text it is stored as: clients of the family expect it. */
export function decodeConfig(type: string, stored: string | null): unknown {
  const text = stored ?? '';
  if (JSON_TYPES.includes(type)) return listIn(text);
  if (COMMA_TYPES.includes(type)) return splitAt(text);
  if (type === 'switch') return text === '1' ? true : text === '' ? false : text;
  return isSecretType(type) ? '' : text;
}

/** Wire → stored text. @returns null for what is no value of the type */
export function encodeConfig(type: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return type === 'switch' ? '0' : '';
  if (type === 'switch') return typeof value === 'object' ? null : value && value !== '0' ? '1' : '0';
  if (JSON_TYPES.includes(type)) return jsonOf(value, type === 'array' ? isPair : isText);
  if (Array.isArray(value) && SINGLE_TYPES.includes(type) && value.length > 1) return null;
  // A comma within an item would make two of it.
  if (Array.isArray(value)) return value.every((item) => isText(item) && !String(item).includes(',')) ? value.join(',') : null;
  if (!isText(value)) return null;
  const text = String(value);
  return type === 'time' ? (/(?:^|[ T])(\d{2}:\d{2}:\d{2})/u.exec(text)?.[1] ?? text) : text;
}

function jsonOf(value: unknown, isItem: (item: unknown) => boolean): string | null {
  if (!Array.isArray(value) || !value.every(isItem)) return null;
  const items = value.map((item: unknown) => (isPair(item) ? { key: item.key, value: item.value } : String(item)));
  return items.length === 0 ? '' : JSON.stringify(items);
}

/** What an input and a check need to know of a setting. */
export interface ConfigDescription {
  readonly type: string;
  /** Names of validators, separated by commas. */
  readonly rule: string;
  readonly title: string;
  readonly tip: string;
  /** Label by option. */
  readonly options: Readonly<Record<string, string>>;
  /** Of what chooses records: the resource they are of, where one is known. */
  readonly of?: string | undefined;
}

const rulesOf = (rule: string): ConfigRule[] =>
  rule
    .split(',')
    .map((name) => name.trim())
    .filter(isConfigRule);

/** A text in whichever language the page has: the server has translated it. */
const inAll = (text: string): Texts => ({ 'zh-cn': text, en: text });

const KINDS = {
  string: 'string', password: 'password', textarea: 'textarea', datetime: 'localDateTime', date: 'date', time: 'time', remoteSelect: 'remoteSelect',
  image: 'image', file: 'file', icon: 'iconSelect', color: 'color', editor: 'richText', number: 'number', year: 'year', switch: 'switch',
  array: 'array', images: 'images', files: 'files', remoteSelects: 'remoteSelects', city: 'citySelect', radio: 'radio', checkbox: 'checkbox', select: 'select',
  selects: 'checkbox',
} as const satisfies Record<ConfigType, FormKind>; // prettier-ignore

type Kind = (typeof KINDS)[ConfigType];

/** The kind of field that a setting is typed in as. A type that nobody knows, and a record of who knows what, is a line of text. */
function kindOf({ type, of }: Pick<ConfigDescription, 'type' | 'of'>): Kind | 'tags' {
  const kind = isConfigType(type) ? KINDS[type] : 'string';
  if (of !== undefined || (kind !== 'remoteSelect' && kind !== 'remoteSelects')) return kind;
  return kind === 'remoteSelect' ? 'string' : 'tags';
}

/** The field that a setting is typed in as. */
export function configField(item: ConfigDescription): Field {
  const { rule, title, tip, options, of = '' } = item;
  const kind = kindOf(item);
  const common = {
    label: inAll(title),
    required: rulesOf(rule).some((name) => name === 'required' || name === 'editorRequired'),
    ...(tip !== '' && { hint: inAll(tip) }),
  };
  if (kind === 'radio' || kind === 'checkbox' || kind === 'select') {
    const optionLabels = Object.fromEntries(Object.entries(options).map(([key, label]) => [key, inAll(label)]));
    return { ...common, kind, options: Object.keys(options), optionLabels };
  }
  if (kind === 'remoteSelect' || kind === 'remoteSelects') return { ...common, kind, of };
  if (kind === 'string') return { ...common, kind, maxLength: 2000 };
  return { ...common, kind };
}

const numberIn = (wire: unknown): number | null => {
  const text = String(wire).trim();
  return text === '' ? null : rules.isFloatText(text) ? Number(text) : NaN;
};

/** Wire → value of the field's input. */
export function configInput(item: Pick<ConfigDescription, 'type' | 'of'>, wire: unknown): unknown {
  const kind = kindOf(item);
  if (kind === 'switch') return wire === true || wire === '1' || wire === 1;
  const list = typeof wire === 'string' ? splitAt(wire) : wire;
  const { wire: form } = describedKind({ kind });
  if (form === 'list' || form === 'pairs') return list;
  if (form === 'ids') return Array.isArray(list) ? list.map(numberIn) : [];
  return form === 'number' || form === 'id' ? numberIn(wire) : wire;
}

/** Value of the field's input → wire. */
export function configWire(item: Pick<ConfigDescription, 'type' | 'of'>, value: unknown): unknown {
  const kind = kindOf(item);
  if (kind === 'remoteSelects') return Array.isArray(value) ? value.map(String) : [];
  // Of a secret, null takes it away.
  return isText(value) && kind === 'remoteSelect' ? String(value) : value === null && !isSecretType(item.type) ? '' : value;
}

const isAddress = (item: unknown): boolean => typeof item === 'string' && isPictureAddress(item);
const isRecordId = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

/** Rules of single kinds beyond those of fields, where nobody else would notice: nothing joins a setting with what it names. */
function checkKind(field: Field, value: unknown): Issue | null {
  const { files, storage, shape } = describedKind(field);
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (files === 'one') return items.every(isAddress) ? null : { key: 'validation.url' };
  if (files === 'several') return items.every((item) => isAddress(item) && !String(item).includes(',')) ? null : { key: 'validation.url' };
  if (storage === 'record' || shape === 'records') return items.every(isRecordId) ? null : { key: 'validation.type' };
  return null;
}

const isNumberText = (text: string): boolean => rules.isFloatText(text.trim());

const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/u.test(url.protocol);
};

/** Each accepts an empty value; `required` is the field's business. */
const CHECKS: Readonly<Record<Exclude<ConfigRule, 'required' | 'editorRequired'>, readonly [issue: string, (text: string) => boolean]>> = {
  mobile: ['mobile', rules.isMobile],
  idNumber: ['idNumber', rules.isIdNumber],
  account: ['account', rules.isAccount],
  password: ['password', rules.isPassword],
  varName: ['variableName', rules.isVariableName],
  url: ['url', isWebAddress],
  email: ['email', rules.isEmail],
  date: ['date', rules.isCalendarDate],
  number: ['number', isNumberText],
  integer: ['integer', (text) => /^-?\d{1,15}$/u.test(text.trim())],
  float: ['float', isNumberText],
};

/** @param value as its input has it, or an array or text of the wire */
export function checkConfig(item: ConfigDescription, value: unknown): Issue | null {
  const field = configField(item);
  // The rule of passwords is for people's own; what a mail server wants is another matter.
  const checked = field.kind === 'password' ? { ...field, kind: 'string' as const } : field;
  const issue = checkField(checked, value) ?? (rules.isBlank(value) ? null : checkKind(field, value));
  if (issue || rules.isBlank(value) || !isText(value)) return issue;
  const text = String(value);
  const broken = rulesOf(item.rule).find((name) => name !== 'required' && name !== 'editorRequired' && !CHECKS[name][1](text));
  return broken && broken !== 'required' && broken !== 'editorRequired' ? { key: `validation.${CHECKS[broken][0]}` } : null;
}

/** Lines of `key=value` → an object; `true`, `false` and numbers have their type, a dotted key nests one level. */
export function attributesOf(text: string): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const line of text.split(/\r?\n/u)) {
    const at = line.indexOf('=');
    const path = line.slice(0, at).trim().split('.', 2);
    const [key = '', inner] = path;
    if (at < 1 || key === '' || [key, inner].some((name) => name === '__proto__' || name === 'constructor')) continue;
    const value = typed(line.slice(at + 1).trim());
    const above = result[key];
    if (inner === undefined) result[key] = value;
    else result[key] = { ...(typeof above === 'object' && above !== null && above), [inner]: value };
  }
  return result;
}

function typed(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return rules.isFloatText(text) && String(Number(text)) === text ? Number(text) : text;
}
