import type { Field, Fields } from '../../fields/field.ts';
import { wireNameOf } from '../../fields/field.ts';
import type { Texts } from '../../fields/kinds/base/declared.ts';
import { describedKind, type FieldKind } from '../../fields/kinds/registry.ts';
import { PLAIN_SHAPE, type SectionDesign } from '../section-design.ts';

/** What is carried from the palette to the fields of a section: a field that is ready to be used, and the name that it suggests. */
interface Piece {
  readonly key: string;
  readonly field: Field;
  /** Under another name it would be something else, and there is one at most. */
  readonly isFixed?: true;
}

const OPTIONS = ['one', 'two'] as const;

const named = (chinese: string, english: string) => ({ 'zh-cn': chinese, en: english });

const COMMON = {
  name: {
    key: 'name',
    field: {
      kind: 'string',
      required: true,
      maxLength: 100,
      quickSearch: true,
      search: 'text',
      sortable: true,
      label: named('名称', 'Name'),
    },
  },
  status: { key: 'status', field: { kind: 'switch', initial: true, search: 'select', label: named('启用', 'Enabled') } },
  remark: { key: 'remark', field: { kind: 'textarea', maxLength: 255, list: 'hidden', label: named('备注', 'Remark') } },
  weigh: {
    key: 'weigh',
    field: { kind: 'sortOrder', sortable: true, list: 'hidden', label: named('权重', 'Order weight') },
    isFixed: true,
  },
  version: { key: 'version', field: { kind: 'version', list: 'never', label: named('版本', 'Version') }, isFixed: true },
  createTime: {
    key: 'createTime',
    field: { kind: 'createTime', sortable: true, search: 'range', label: named('创建时间', 'Created') },
    isFixed: true,
  },
  updateTime: {
    key: 'updateTime',
    field: { kind: 'updateTime', sortable: true, list: 'hidden', label: named('更新时间', 'Updated') },
    isFixed: true,
  },
  parent: {
    key: 'parentId',
    field: { kind: 'parent', column: 'pid', list: 'never', label: named('上级', 'Parent') },
    isFixed: true,
  },
} as const satisfies Readonly<Record<string, Piece>>;

const TEXTS = ['string', 'textarea', 'richText', 'email', 'mobile', 'account', 'idNumber', 'variableName'] as const;
const NUMBERS = ['integer', 'number', 'float', 'money'] as const;
const CHOICES = ['select', 'radio', 'checkbox', 'switch', 'tags'] as const;
const TIMES = ['date', 'time', 'dateTime', 'localDateTime', 'year'] as const;
const FILES = ['image', 'images', 'file', 'files'] as const;
const MORE = ['remoteSelect', 'remoteSelects', 'citySelect', 'iconSelect', 'color', 'array'] as const;

/** The palette in its groups: what most sections have, by names of its own, then every kind that can be drawn. */
export const PIECE_GROUPS = {
  common: Object.keys(COMMON) as readonly (keyof typeof COMMON)[],
  texts: TEXTS,
  numbers: NUMBERS,
  choices: CHOICES,
  times: TIMES,
  files: FILES,
  more: MORE,
} as const;

type PieceGroup = keyof typeof PIECE_GROUPS;
export type PieceName = (typeof PIECE_GROUPS)[PieceGroup][number];

/** Where the kind's own name would be none for a column, or no good one. */
const SUGGESTED: Partial<Record<FieldKind, string>> = {
  select: 'choice',
  remoteSelect: 'recordId',
  remoteSelects: 'recordIds',
  localDateTime: 'moment',
};

/**
 * A field of a kind with what it cannot be without.
 * @param of the section whose records it names, if it names any
 */
export function plainField(kind: FieldKind, of = 'admin'): Field {
  const { shape } = describedKind({ kind });
  if (shape === 'choice') return { kind, options: OPTIONS } as Field;
  if (shape === 'record' || shape === 'records' || shape === 'rules') return { kind, of } as Field;
  // Records that are there are not said to be what nobody has said of them.
  return { kind, ...(kind === 'string' && { maxLength: 255 }), ...(kind === 'switch' && { initial: false }) } as Field;
}

const pieceOf = (name: PieceName, of?: string): Piece =>
  name in COMMON
    ? COMMON[name as keyof typeof COMMON]
    : { key: SUGGESTED[name as FieldKind] ?? name, field: plainField(name as FieldKind, of) };

const taken = (fields: Fields): ReadonlySet<string> =>
  new Set(Object.entries(fields).flatMap(([key, field]) => [key, wireNameOf(key, field)]));

/** `select`, `select2`, `select3`; `recordId`, `record2Id`. */
export function freeKey(key: string, fields: Fields): string {
  const names = taken(fields);
  const [, stem = key, ending = ''] = /^(.*?)(Ids?)?$/u.exec(key) ?? [];
  for (let count = 1; ; count += 1) {
    const tried = count === 1 ? key : `${stem}${count}${ending}`;
    if (!names.has(tried) && !names.has(wireNameOf(tried))) return tried;
  }
}

/** The field that a piece becomes among others. @returns nothing where there may be only one and it is there */
export function fieldOfPiece(
  { piece, of, label }: { readonly piece: PieceName; readonly of?: string; readonly label?: Texts },
  fields: Fields,
): readonly [key: string, field: Field] | undefined {
  const { key, field: plain, isFixed } = pieceOf(piece, of);
  const field = label ? { ...plain, label } : plain;
  if (!isFixed) return [freeKey(key, fields), field];
  const isThere = Object.values(fields).some(({ kind }) => kind === field.kind) || Object.hasOwn(fields, key);
  return isThere ? undefined : [key, field];
}

const NO_TEXTS: FirstTexts = { label: {} };

/** Texts of a section that nothing was there of, and of its first field. */
export interface FirstTexts {
  readonly label: Texts;
  readonly titleLabel?: Texts;
}

/** Where a section begins that nothing was there of: a key, a title, and what tells two editors apart. @param name of the section, camelCase */
export const blankDesign = (name: string, { label, titleLabel }: FirstTexts = NO_TEXTS): SectionDesign => ({
  declaration: {
    name,
    controller: `x.${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    table: `x_${wireNameOf(name)}`,
    titleField: 'name',
    rowActions: ['edit', 'delete'],
    defaultOrder: { field: 'id', direction: 'desc' },
    label,
    fields: {
      id: { kind: 'id', sortable: true, search: 'equal', widthPx: 80, label: named('ID', 'ID') },
      name: { ...COMMON.name.field, ...(titleLabel && { label: titleLabel }) },
      version: COMMON.version.field,
      createTime: COMMON.createTime.field,
      updateTime: COMMON.updateTime.field,
    },
  },
  shape: PLAIN_SHAPE,
});
