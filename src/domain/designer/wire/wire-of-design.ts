import { isInForm, wireNameOf, type Field, type Fields } from '../../fields/field.ts';
import { initialValueOf } from '../../fields/field.ts';
import type { Texts } from '../../fields/kinds/base/declared.ts';
import { describedKind } from '../../fields/kinds/registry.ts';
import { pagePathOf, type Resource } from '../../table/resource.ts';
import { columnShapeOf } from '../column-shape.ts';
import type { SectionDesign } from '../section-design.ts';
import { sourcePathsOf } from './source-paths.ts';
import type { WireDesign, WireField } from '../wire-design.ts';
import { TYPE_OF_KIND } from './design-type.ts';
import { wireComment } from './wire-comment.ts';

/** What of other sections a field that names their records says to clients of the family. */
export interface WireTargets {
  readonly language: 'zh-cn' | 'en';
  readonly resourceOf: (section: string) => Resource | undefined;
}

const inLanguage = (texts: Texts | undefined, language: WireTargets['language'], otherwise: string): string =>
  texts?.[language] ?? texts?.['zh-cn'] ?? texts?.en ?? otherwise;

/** A design in the words of clients of the family: those that it was drawn in, or those that say the same. Source: wire protocol §5.18. */
export function wireOfDesign(design: SectionDesign, targets: WireTargets): WireDesign {
  if (design.wire) return design.wire;
  const { declaration } = design;
  const { fields, label, table, defaultOrder } = declaration;
  const all = Object.entries(fields);
  const names = (fits: (field: Field) => boolean): string[] =>
    all.filter(([, field]) => fits(field)).map(([key, field]) => wireNameOf(key, field));
  return {
    table: {
      name: table,
      comment: inLanguage(label, targets.language, table),
      quickSearchField: names((field) => field.quickSearch === true),
      defaultSortField: wireNameOf(defaultOrder.field, fields[defaultOrder.field]),
      defaultSortType: defaultOrder.direction,
      formFields: names(isInForm),
      columnFields: names((field) => (field.list ?? describedKind(field).list) !== 'never'),
      generateRelativePath: pagePathOf(declaration),
      isCommonModel: 0,
      ...sourcePathsOf(declaration.name),
      databaseConnection: '',
      designChange: [],
      rebuild: 'No',
    },
    fields: all.map(([key, field]) => wireField(key, field, targets)),
  };
}

type SqlType = Pick<WireField, 'type' | 'dataType' | 'length' | 'precision' | 'unsigned'>;
const sql = (type: string, length = 0, precision = 0, unsigned = false): SqlType => ({ type, length, precision, unsigned });

function typeOf(key: string, field: Field): SqlType {
  const { storage } = describedKind(field);
  switch (storage) {
    case 'integer':
    case 'cents':
      return sql('int', 10);
    case 'record':
    case 'parent':
      return sql('int', 10, 0, true);
    case 'seconds':
      return sql('bigint', 16, 0, true);
    case 'decimal':
      return sql('decimal', 20, 6);
    case 'switch':
      return sql('tinyint', 1, 0, true);
    case 'date':
      return sql('date');
    case 'timeOfDay':
      return sql('time');
    case 'text': {
      if ('options' in field)
        return { ...sql('enum'), dataType: `enum(${field.options.map((one) => `'${one.replaceAll("'", "''")}'`).join(',')})` };
      const length = Number(/\((\d+)\)/u.exec(columnShapeOf(key, field)?.type ?? '')?.[1] ?? 0);
      return length > 0
        ? sql('varchar', length)
        : sql(
            field.kind === 'richText' || field.kind === 'textarea' ? 'text' : 'varchar',
            field.kind === 'richText' || field.kind === 'textarea' ? 0 : 255,
          );
    }
    case 'list':
    case 'pairs':
    case 'ids':
      return 'options' in field
        ? { ...sql('set'), dataType: `set(${field.options.map((one) => `'${one.replaceAll("'", "''")}'`).join(',')})` }
        : sql('varchar', field.kind === 'images' || field.kind === 'files' ? 1500 : 255);
    case 'secret':
      return sql('varchar', 32);
    default:
      return storage satisfies never;
  }
}

const OPERATORS = { text: 'LIKE', equal: 'eq', select: 'eq', range: 'RANGE' } as const;

/** A first value as clients send it. */
function textOf(initial: unknown): string {
  if (typeof initial === 'boolean') return initial ? '1' : '0';
  if (Array.isArray(initial)) return initial.filter((one) => typeof one === 'string').join(',');
  return typeof initial === 'string' || typeof initial === 'number' ? String(initial) : '';
}

function wireField(key: string, field: Field, targets: WireTargets): WireField {
  const name = wireNameOf(key, field);
  const title = inLanguage(field.label, targets.language, name);
  const labels =
    'options' in field
      ? field.options.map((option) => [option, inLanguage(field.optionLabels?.[option], targets.language, option)] as const)
      : [];
  const isKey = field.kind === 'id';
  const value = textOf(initialValueOf(field));
  const type = typeOf(key, field);
  const isNullable = columnShapeOf(key, field)?.isNullable ?? true;
  return {
    title,
    name,
    ...(isKey ? sql('int', 10, 0, true) : type),
    default: value,
    defaultType: isKey ? 'NONE' : value !== '' ? 'INPUT' : isNullable ? 'NULL' : type.type === 'varchar' ? 'EMPTY STRING' : 'NONE',
    null: !isKey && isNullable,
    primaryKey: isKey,
    autoIncrement: isKey,
    comment: wireComment(title, new Map(labels)),
    designType: TYPE_OF_KIND[field.kind],
    table: {
      operator:
        describedKind(field).search === 'items' && field.search !== undefined
          ? 'FIND_IN_SET'
          : field.search === undefined
            ? 'false'
            : OPERATORS[field.search],
      sortable: field.sortable === true ? 'custom' : 'false',
      ...(field.widthPx !== undefined && { width: field.widthPx }),
    },
    form: { validator: validatorsOf(field), validatorMsg: '', ...relationOf(field, targets) },
  };
}

const VALIDATORS: Partial<Record<Field['kind'], string>> = {
  mobile: 'mobile',
  email: 'email',
  idNumber: 'idNumber',
  account: 'account',
  variableName: 'varName',
  password: 'password',
  integer: 'integer',
  number: 'number',
  float: 'float',
  date: 'date',
  dateTime: 'date',
  localDateTime: 'date',
  year: 'date',
};

const validatorsOf = (field: Field): string[] => [
  ...(field.required === true ? [field.kind === 'richText' ? 'editorRequired' : 'required'] : []),
  ...(VALIDATORS[field.kind] === undefined ? [] : [VALIDATORS[field.kind] as string]),
];

function relationOf(field: Field, { resourceOf }: WireTargets): Readonly<Record<string, unknown>> {
  if (field.kind === 'images') return { 'image-multi': true };
  if (field.kind === 'files') return { 'file-multi': true };
  if (!('of' in field)) return {};
  const target = resourceOf(field.of);
  if (!target) return {};
  const fields: Fields = target.fields;
  const shown = [target.titleField, ...('shows' in field ? (field.shows ?? []) : [])];
  const { modelFile, controllerFile } = sourcePathsOf(target.name);
  return {
    'select-multi': field.kind === 'remoteSelects',
    'remote-pk': 'id',
    'remote-field': wireNameOf(target.titleField, fields[target.titleField]),
    'remote-table': target.table,
    'remote-controller': controllerFile,
    'remote-model': modelFile,
    'relation-fields': [...new Set(shown)].map((key) => wireNameOf(key, fields[key])).join(','),
    'remote-url': `/admin/${target.controller}/index`,
  };
}
