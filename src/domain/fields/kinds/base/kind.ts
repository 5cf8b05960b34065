import type { FieldCommon, Shape } from './declared.ts';

/** How a value lies in the database. `record` and `parent` name a record: 0 is none of one, and a parent's none is 0. */
export type Storage =
  | 'integer'
  | 'seconds'
  | 'cents'
  | 'record'
  | 'parent'
  | 'decimal'
  | 'text'
  | 'date'
  | 'timeOfDay'
  | 'switch'
  | 'list'
  | 'pairs'
  | 'ids'
  | 'secret';

/** How a value goes over the wire. Source: wire protocol §0.3, §4.7. */
export type WireForm = 'text' | 'trimmed' | 'number' | 'time' | 'id' | 'parent' | 'money' | 'switch' | 'list' | 'ids' | 'pairs';

/**
 * All that a kind of field is, apart from its input and its cell: what is not said here cannot make one kind behave unlike another.
 * The type parameters are what declarations say besides, and a value inside the application.
 */
export interface KindDescription<S extends Shape = Shape, Value = unknown> {
  readonly shape: S;
  readonly wire: WireForm;
  readonly storage: Storage;
  /** The value in a new record's form, where the declaration says none. */
  readonly initial: unknown;
  readonly initialOf?: (field: FieldCommon & { readonly options?: readonly string[] }) => unknown;
  /** Only for the types. */
  readonly value?: { readonly type: Value };

  /** What a text must be like; the issue is called as the kind. */
  readonly matches?: (text: string) => boolean;
  /** What is no value although it is no empty text, and how its absence is called where a value is required. */
  readonly isNothing?: (text: string) => boolean;
  readonly requiredIssue?: string;
  /** In code points, where the declaration says no other. */
  readonly maxLength?: number;
  /** Items, where the declaration says no other. */
  readonly maxCount?: number;
  /** Inclusive, where the declaration says no other. */
  readonly range?: readonly [lowest: number, highest: number];
  readonly hasDecimals?: true;
  /** How many of what is stored make one of what people say. */
  readonly unit?: number;
  /** What a value is told that cannot even be read as one of its kind. */
  readonly wrongForm?: 'number' | 'float' | 'integer' | 'amount';

  /** A search asks which rows have an item, instead of which have the value. */
  readonly search?: 'items';
  /** What rows carry beside the value: the record it names, titles of several, names of areas. */
  readonly beside?: 'record' | 'titles' | 'areas';
  /** The value is the address of a file, several of them, or a text that has some inside. */
  readonly files?: 'one' | 'several' | 'inside';
  readonly isPicture?: true;
  /** The text is HTML: it is cleaned, and may be longer before it is. */
  readonly isMarkup?: true;
  /** Texts too long for lists, which read them only where they show them. */
  readonly isLong?: true;
  /** Not a column of a list unless the declaration says so, or not before somebody chooses it. */
  readonly list?: 'hidden' | 'never';
  /** Many records can be given one value of it. */
  readonly isBulk?: true;
  /** It never leaves in a file. */
  readonly isUnexported?: true;
  /** An empty text is none of its values, and is not sent. Source: wire protocol §4.7. */
  readonly isLeftOutEmpty?: true;
}

type Own = Omit<KindDescription, 'shape' | 'initial' | 'value'>;
/** What a kind says itself where most of its family are alike. */
type OwnText = Partial<Own>;
type OwnNumber = Partial<Own> & Pick<Own, 'storage'>;

/** A text, stored and sent as it is unless the kind says otherwise. */
export const textKind = (own: OwnText = {}): KindDescription<'text', string> => ({
  shape: 'text',
  wire: 'text',
  storage: 'text',
  initial: '',
  ...own,
});

/** A number, or none. */
export const numberKind = (own: OwnNumber): KindDescription<'number', number | null> => ({
  shape: 'number',
  wire: 'number',
  initial: null,
  isBulk: true,
  isLeftOutEmpty: true,
  ...own,
});

/** One of the declared options. */
export const choiceKind = (): KindDescription<'choice', string> => ({
  shape: 'choice',
  wire: 'text',
  storage: 'text',
  initial: '',
  initialOf: ({ required, options }) => (required ? (options?.[0] ?? '') : ''),
  isBulk: true,
});

/** Several texts in an order. */
export const listKind = (own: OwnText = {}): KindDescription<'list', readonly string[]> => ({
  shape: 'list',
  wire: 'list',
  storage: 'list',
  initial: [],
  ...own,
});

/** A number that the server alone writes. */
export const serverKind = (own: OwnText): KindDescription<'plain', number> => ({
  shape: 'plain',
  wire: 'number',
  storage: 'integer',
  initial: null,
  ...own,
});
