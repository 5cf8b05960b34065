/**
 * The vocabulary of resource fields: one `kind` decides column, search input, form input, validation and wire form.
 * The 28 form kinds are those of specification §5; the structural kinds are owned by the server.
 */
export const FORM_FIELD_KINDS = [
  'mobile', 'idNumber', 'account', 'password', 'variableName', 'email', 'date', 'number', 'float', 'integer', 'time', 'file', 'array', 'switch',
  'year', 'image', 'select', 'string', 'radio', 'checkbox', 'richText', 'images', 'textarea', 'dateTime', 'remoteSelect', 'citySelect', 'iconSelect', 'color',
] as const; // prettier-ignore

/**
 * Kinds beyond the specification's list: money in cents, free tags, several files, a day and a time on nobody's clock, a tree's parent,
 * several records, granted rules, and what the server alone writes.
 */
export const EXTRA_FIELD_KINDS = [
  'money',
  'tags',
  'files',
  'localDateTime',
  'parent',
  'remoteSelects',
  'ruleTree',
  'id',
  'weigh',
  'version',
  'createTime',
  'updateTime',
] as const;

export const FIELD_KINDS = [...FORM_FIELD_KINDS, ...EXTRA_FIELD_KINDS] as const;

export type FieldKind = (typeof FIELD_KINDS)[number];

/** Kinds that the server alone writes; they never occur in a form. */
export const SERVER_OWNED_KINDS: readonly FieldKind[] = ['id', 'weigh', 'version', 'createTime', 'updateTime'];

/** Texts of a resource that was designed at run time; a shipped one has its texts in `locales/`. */
export type Texts = Readonly<Partial<Record<'zh-cn' | 'en', string>>>;

export type SearchInput = 'text' | 'equal' | 'select' | 'range';

interface FieldCommon {
  readonly label?: Texts;
  /** Column name where it is not the snake_case of the key. */
  readonly column?: string;
  readonly required?: boolean;
  /** Part of the quick search. */
  readonly quickSearch?: boolean;
  readonly sortable?: boolean;
  /** An input in the search panel; absent = not searchable. */
  readonly search?: SearchInput;
  /** A column of the list: shown, hidden until chosen, or never. Default by kind. */
  readonly list?: 'shown' | 'hidden' | 'never';
  /** `never` keeps a field out of the form although its kind could be edited. */
  readonly form?: 'never';
  /** `never` keeps a field out of what many records can be given at once. */
  readonly bulk?: 'never';
  /** The form shows the field only while these others have one of these values; a hidden one is not checked. */
  readonly when?: Readonly<Record<string, readonly string[]>>;
  /** Text shown under the input, as a message key's last part or texts. */
  readonly hint?: true | Texts;
  /** Column width in pixels. */
  readonly widthPx?: number;
  /** Files of this field go to the server although the site has a store. */
  readonly forceLocal?: true;
}

type TextKind =
  | 'mobile'
  | 'idNumber'
  | 'account'
  | 'password'
  | 'variableName'
  | 'email'
  | 'string'
  | 'textarea'
  | 'richText'
  | 'file'
  | 'image'
  | 'iconSelect'
  | 'color'
  | 'time'
  | 'date'
  | 'localDateTime';
type NumberKind = 'number' | 'float' | 'integer' | 'year' | 'money';
type ChoiceKind = 'select' | 'radio' | 'checkbox';
type ListKind = 'images' | 'files' | 'tags' | 'citySelect' | 'array';
type PlainKind = 'switch' | 'dateTime' | 'parent' | 'id' | 'weigh' | 'version' | 'createTime' | 'updateTime';

export interface TextField extends FieldCommon {
  readonly kind: TextKind;
  /** In code points. */
  readonly maxLength?: number;
  readonly initial?: string;
}
export interface NumberField extends FieldCommon {
  readonly kind: NumberKind;
  /** Inclusive; for `money` in cents. */
  readonly min?: number;
  readonly max?: number;
  readonly initial?: number | null;
}
export interface ChoiceField extends FieldCommon {
  readonly kind: ChoiceKind;
  readonly options: readonly string[];
  readonly optionLabels?: Readonly<Record<string, Texts>>;
  /** Colour of the option's tag in lists, a name of the theme's palette. */
  readonly optionColors?: Readonly<Record<string, string>>;
  readonly initial?: string | readonly string[];
}
export interface ListField extends FieldCommon {
  readonly kind: ListKind;
  readonly maxCount?: number;
}
export interface RemoteField extends FieldCommon {
  readonly kind: 'remoteSelect';
  /** Name of the resource whose records are offered. The joined record is `<key without Id>` in rows. */
  readonly of: string;
  /** What rows show of the joined record beside its id and title: keys of its fields. */
  readonly shows?: readonly string[];
  /** The named record may go all the same; from then on only its id is known. */
  readonly outlivesRecord?: true;
}
/** Several records of another resource. Lists carry their titles under `<key without Ids>`. */
export interface RemotesField extends FieldCommon {
  readonly kind: 'remoteSelects';
  readonly of: string;
  /** Those that the person has themselves are offered in their own record only. */
  readonly leavesOut?: 'own';
}
/** Rules of a group: ids of `of`, a tree. Who has a rule has its parents too, so only the lowest need be named; `*` alone is all. */
export interface RuleTreeField extends FieldCommon {
  readonly kind: 'ruleTree';
  readonly of: string;
}
export interface PlainField extends FieldCommon {
  readonly kind: PlainKind;
  readonly initial?: boolean | number | null;
}

export type Field = TextField | NumberField | ChoiceField | ListField | RemoteField | RemotesField | RuleTreeField | PlainField;
export type Fields = Readonly<Record<string, Field>>;

/** The value a field has inside the application; its wire form is the codec's business. */
export type ValueOf<F extends Field> = F['kind'] extends TextKind
  ? string
  : F['kind'] extends NumberKind
    ? number | null
    : F['kind'] extends 'select' | 'radio'
      ? string
      : F['kind'] extends 'checkbox' | 'images' | 'files' | 'tags' | 'citySelect' | 'ruleTree'
        ? readonly string[]
        : F['kind'] extends 'remoteSelects'
          ? readonly number[]
          : F['kind'] extends 'array'
            ? readonly { readonly key: string; readonly value: string }[]
            : F['kind'] extends 'switch'
              ? boolean
              : F['kind'] extends 'remoteSelect' | 'parent'
                ? number | null
                : number;

/** The values of a record by field key. */
export type RecordOf<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> };

/** A record whose resource is only known at run time. Joined records sit beside the fields. */
export type AnyRecord = Readonly<Record<string, unknown>>;

export const isServerOwned = (field: Field): boolean => SERVER_OWNED_KINDS.includes(field.kind);
export const isInForm = (field: Field): boolean => !isServerOwned(field) && field.form !== 'never';

/** Whether the field has a meaning beside these values. */
export const isMeant = ({ when }: Field, values: AnyRecord): boolean =>
  Object.entries(when ?? {}).every(([key, wanted]) => wanted.includes(String(values[key])));

/** `categoryId` → `category`: the key of the joined record in a row. */
export const relationKey = (fieldKey: string): string => fieldKey.replace(/Ids?$/u, '');

/** `categoryId` → `category_id`: wire and column name, unless the field names its own column. */
export const wireNameOf = (fieldKey: string, field?: Field): string =>
  field?.column ?? fieldKey.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

/** `city` → `cityText`: under which a record carries the names of its chosen areas, separated by commas; `city_text` on the wire. */
export const areaTextKey = (fieldKey: string): string => `${fieldKey}Text`;

/** `group_arr` → `group_name_arr`: under which the wire carries the titles of several records. */
export const titlesNameOf = (wireName: string): string => `${wireName.replace(/_(?:arr|ids)$/u, '')}_name_arr`;

/** The value of a field in a new record's form. */
export function initialValueOf(field: Field): unknown {
  if ('initial' in field && field.initial !== undefined) return field.initial;
  switch (field.kind) {
    case 'switch':
      return true;
    case 'number':
    case 'float':
    case 'integer':
    case 'year':
    case 'money':
    case 'remoteSelect':
    case 'dateTime':
    case 'parent':
    case 'id':
    case 'weigh':
    case 'version':
    case 'createTime':
    case 'updateTime':
      return null;
    case 'checkbox':
    case 'images':
    case 'files':
    case 'tags':
    case 'citySelect':
    case 'array':
    case 'remoteSelects':
    case 'ruleTree':
      return [];
    case 'select':
    case 'radio':
      return field.required ? (field.options[0] ?? '') : '';
    case 'mobile':
    case 'idNumber':
    case 'account':
    case 'password':
    case 'variableName':
    case 'email':
    case 'date':
    case 'time':
    case 'localDateTime':
    case 'file':
    case 'image':
    case 'string':
    case 'richText':
    case 'textarea':
    case 'iconSelect':
    case 'color':
      return '';
    default:
      return field satisfies never;
  }
}
