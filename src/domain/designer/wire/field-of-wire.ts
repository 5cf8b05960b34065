import type { Issue } from '../../base/issue.ts';
import type { Texts } from '../../fields/kinds/base/declared.ts';
import { wireNameOf, type Field, type Fields } from '../../fields/field.ts';
import { describedKind, type FieldKind } from '../../fields/kinds/registry.ts';
import { fieldKeyOf } from '../drawing/design-act.ts';
import { readOptions } from '../statement/read-type.ts';
import { StatementError } from '../statement/statement-error.ts';
import { readTokens } from '../statement/token-reader.ts';
import type { WireField } from '../wire-design.ts';
import { isDesignType, KIND_OF_TYPE, TYPE_OF_KIND, type DesignType } from './design-type.ts';
import { readWireComment } from './wire-comment.ts';

/** What stands beside a field that a client of the family has drawn. */
export interface WireSight {
  /** The language that comments are taken for. */
  readonly language: 'zh-cn' | 'en';
  /** The section that a client means by the table, the controller's file or the address of its list. */
  readonly sectionMeant: (by: { readonly table: string; readonly file: string; readonly url: string }) => string | undefined;
  readonly fieldsOf: (section: string) => Fields;
  /** As it is published now, by its column. */
  readonly fieldAt: (column: string) => readonly [key: string, field: Field] | undefined;
}

export interface DrawnField {
  readonly key: string;
  readonly field: Field;
}

const TEXT_KINDS: Readonly<Record<string, FieldKind>> = {
  mobile: 'mobile',
  email: 'email',
  idNumber: 'idNumber',
  account: 'account',
  varName: 'variableName',
};
const MULTIPLE: Readonly<Record<string, readonly [flag: string, kind: FieldKind]>> = {
  select: ['select-multi', 'checkbox'],
  remoteSelect: ['select-multi', 'remoteSelects'],
  image: ['image-multi', 'images'],
  file: ['file-multi', 'files'],
};
const TIMES: Readonly<Record<string, FieldKind>> = {
  create_time: 'createTime',
  createtime: 'createTime',
  update_time: 'updateTime',
  updatetime: 'updateTime',
};

const issue = (key: string, params?: Issue['params']): Issue => ({ key: `designer.issues.${key}`, ...(params && { params }) });

/** A client may send a choice as the text of it. */
export const isOn = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true';
const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
const listOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value.map(textOf) : textOf(value).split(',')).map((one) => one.trim()).filter(Boolean);

/** What a field of a client of the family is here, or why it is nothing. Source: wire protocol §5.18, "Field design". */
export function fieldOfWire(wire: WireField, sight: WireSight): DrawnField | Issue {
  const { designType, name } = wire;
  if (!isDesignType(designType)) return issue('wireType', { name: designType.slice(0, 60) });
  if (designType === 'spk') return issue('snowflake');
  const stored = sight.fieldAt(name);
  const kind = kindOf(wire, designType, stored?.[1]);
  const before = stored && stored[1].kind === kind ? stored : undefined;
  const key = kind === 'id' ? 'id' : (before?.[0] ?? keyFor(name, kind));
  const own = propertiesOf(wire, kind, sight, before?.[1]);
  if ('key' in own && typeof own.key === 'string') return own as Issue;
  const { title } = readWireComment(wire.comment);
  const label = labelOf(title || wire.title || name, sight.language, before?.[1].label);
  const field = { ...own, label } as Field;
  return { key, field: wireNameOf(key) === name ? without(field, 'column') : { ...field, column: name } };
}

const without = <Value extends object>(value: Value, name: string): Value =>
  Object.fromEntries(Object.entries(value).filter(([one]) => one !== name)) as Value;

/** Words of the other language stay, where those of this one say the same as before. */
const labelOf = (title: string, language: WireSight['language'], before: Texts | undefined): Texts => {
  const text = title.slice(0, 100);
  return before?.[language] === text ? before : before && Object.values(before).includes(text) ? before : { [language]: text };
};

function keyFor(name: string, kind: FieldKind): string {
  const key = fieldKeyOf(name);
  if (kind === 'remoteSelect' && !key.endsWith('Id')) return `${key}TableId`;
  if (kind === 'remoteSelects' && !key.endsWith('Ids')) return `${key}TableIds`;
  return key;
}

function kindOf(wire: WireField, designType: Exclude<DesignType, 'spk'>, stored: Field | undefined): FieldKind {
  const { form, name } = wire;
  const multiple = MULTIPLE[designType];
  if (multiple && isOn(form[multiple[0]])) return multiple[1];
  // Kinds that those clients have no word for stay what they are.
  if (stored && TYPE_OF_KIND[stored.kind] === designType && KIND_OF_TYPE[designType] !== stored.kind) return stored.kind;
  if (designType === 'timestamp') return (Object.hasOwn(TIMES, name) && TIMES[name]) || 'dateTime';
  if (designType === 'number') return /^(?:decimal|numeric|float|double)/u.test(wire.dataType ?? wire.type) ? 'number' : 'integer';
  if (designType === 'string') {
    const kind = validatorsOf(wire).find((one) => Object.hasOwn(TEXT_KINDS, one));
    return (kind !== undefined && TEXT_KINDS[kind]) || 'string';
  }
  return KIND_OF_TYPE[designType];
}

const validatorsOf = ({ form }: WireField): readonly string[] => listOf(form['validator']);

function propertiesOf(wire: WireField, kind: FieldKind, sight: WireSight, before: Field | undefined): object {
  const kept: object = before ?? { kind };
  const rest = Object.fromEntries(Object.entries({ ...kept, kind }).filter(([name]) => !SAID.has(name)));
  const shape = describedKind({ kind }).shape;
  const isRequired = validatorsOf(wire).some((one) => one === 'required' || one === 'editorRequired');
  const choices = shape === 'choice' ? choicesOf(wire, sight, before) : {};
  if ('key' in choices) return choices;
  const relation = shape === 'record' || shape === 'records' ? relationOf(wire, sight, shape) : {};
  if ('key' in relation) return relation;
  return {
    ...rest,
    ...(isRequired && { required: true }),
    ...choices,
    ...relation,
    ...(shape === 'text' && lengthOf(wire, kind)),
    ...initialOf(wire, kind),
    ...seenOf(wire, kind),
  };
}

/** What the client says itself; whatever else was said of the field stays. */
const SAID = new Set([
  'required',
  'options',
  'optionLabels',
  'of',
  'shows',
  'maxLength',
  'initial',
  'search',
  'sortable',
  'widthPx',
  'list',
  'form',
  'quickSearch',
  'label',
  'column',
]);

function lengthOf({ dataType, type, length }: WireField, kind: FieldKind): object {
  if (kind !== 'string' && kind !== 'textarea') return {};
  const said = /^(?:var)?char\((\d+)\)/u.exec(dataType ?? '')?.[1];
  const isShort = /^(?:var)?char/u.test(dataType ?? type);
  const characters = said === undefined ? length : Number(said);
  return isShort && characters > 0 ? { maxLength: characters } : {};
}

/** `enum('a','b')`; none where it cannot be read. */
function namedOptions(dataType: string): readonly string[] {
  try {
    const reader = readTokens(dataType.replace(/^\w+\s*/u, ''));
    const options = readOptions(reader);
    return reader.isAtEnd() ? options : [];
  } catch (error) {
    if (error instanceof StatementError) return [];
    throw error;
  }
}

function choicesOf({ dataType = '', comment }: WireField, { language }: WireSight, before: Field | undefined): object | Issue {
  const { labels } = readWireComment(comment);
  const named = /^(?:enum|set)\s*\(/iu.test(dataType) ? namedOptions(dataType) : null;
  const options = named ?? [...labels.keys()];
  if (options.length === 0) return issue('noOptions');
  const known = before && 'optionLabels' in before ? before.optionLabels : undefined;
  const texts = options.flatMap((option): [string, Texts][] => {
    const label = labels.get(option);
    const old = known?.[option];
    if (label === undefined) return old ? [[option, old]] : [];
    return [[option, old && Object.values(old).includes(label) ? old : { [language]: label }]];
  });
  return { options, ...(texts.length > 0 && { optionLabels: Object.fromEntries(texts) as object }) };
}

function relationOf({ form }: WireField, { sectionMeant, fieldsOf }: WireSight, shape: 'record' | 'records'): object | Issue {
  const [table, file, url] = [textOf(form['remote-table']), textOf(form['remote-controller']), textOf(form['remote-url'])];
  const of = sectionMeant({ table, file, url });
  if (of === undefined) return issue('noSection', { name: table || file || url });
  if (shape === 'records') return { of };
  const columns = listOf(form['relation-fields']);
  const shows = Object.entries(fieldsOf(of))
    .filter(([key, field]) => columns.includes(wireNameOf(key, field)) && describedKind(field).storage !== 'secret')
    .map(([key]) => key);
  return { of, ...(shows.length > 0 && { shows }) };
}

/** The older dialect says with words of the default what the newer one has a type for. */
export function defaultOf({
  default: value,
  defaultType,
}: {
  readonly default?: unknown;
  readonly defaultType?: string | null;
}): string | null {
  const text = textOf(value);
  if (!defaultType) return ['none', 'null', 'empty string', ''].includes(text) ? null : text;
  return defaultType === 'INPUT' && text !== '' ? text : null;
}

function initialOf(wire: WireField, kind: FieldKind): object {
  const value = defaultOf(wire);
  if (kind === 'switch') return { initial: value === '1' };
  if (value === null) return {};
  const { shape } = describedKind({ kind });
  if (shape === 'number') return Number.isFinite(Number(value)) ? { initial: Number(value) } : {};
  if (kind === 'checkbox') return { initial: value.split(',') };
  return shape === 'text' || shape === 'choice' ? { initial: value } : {};
}

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'cents', 'seconds', 'date', 'timeOfDay']);

function searchOf(operator: unknown, kind: FieldKind): Field['search'] {
  const said = textOf(operator);
  if (operator === false || said === '' || said === 'false') return undefined;
  const { storage, shape, search } = describedKind({ kind });
  if (shape === 'choice' || shape === 'record' || storage === 'switch') return 'select';
  if (storage === 'text') return said === 'LIKE' || said === 'NOT LIKE' ? 'text' : 'equal';
  if (NUMBERS.has(storage)) return said === 'RANGE' || storage === 'seconds' ? 'range' : 'equal';
  return search === 'items' ? 'select' : undefined;
}

function seenOf({ table }: WireField, kind: FieldKind): object {
  const width = Number(table['width']);
  const search = searchOf(table['operator'], kind);
  return {
    ...(search !== undefined && { search }),
    ...((table['sortable'] === 'custom' || isOn(table['sortable'])) && { sortable: true }),
    ...(Number.isInteger(width) && width >= 1 && width <= 10_000 && { widthPx: width }),
  };
}
