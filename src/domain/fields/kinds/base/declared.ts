/** Texts of a resource that was designed at run time; a shipped one has its texts in `locales/`. */
export type Texts = Readonly<Partial<Record<'zh-cn' | 'en', string>>>;

/** What is said in a language, else in the other; undefined where nothing is. */
export const textIn = (texts: Texts | undefined, language: keyof Texts): string | undefined =>
  texts?.[language]?.trim() || texts?.[language === 'en' ? 'zh-cn' : 'en']?.trim() || undefined;

export type SearchInputKind = 'text' | 'equal' | 'select' | 'range';

/** What the declaration of any field may say. */
export interface FieldCommon {
  readonly label?: Texts;
  /** Column name where it is not the snake_case of the key. */
  readonly column?: string;
  readonly required?: boolean;
  /** Only of a new record; the section's own rules ask for it. */
  readonly requiredOnAdd?: boolean;
  /** Part of the quick search. */
  readonly quickSearch?: boolean;
  readonly sortable?: boolean;
  /** An input in the search panel; absent = not searchable. */
  readonly search?: SearchInputKind;
  /**
   * `never` keeps a field out of searches and orders: what readers may see in part only is not to be guessed by them either. `byPeople` keeps
   * programs from it, where they are told less than the person in whose name they call. `byEditors` tells it to nobody but those who may edit
   * records of the section: others neither see it nor search or sort by it.
   */
  readonly query?: 'never' | 'byPeople' | 'byEditors';
  /** A column of the list: shown, hidden until chosen, or never. Default by kind. */
  readonly list?: 'shown' | 'hidden' | 'never';
  /** `never` keeps a field out of the form although its kind could be edited. */
  readonly form?: 'never';
  /** `never` leaves a field out of a record that begins as a copy of another. */
  readonly copy?: 'never';
  /** `never` keeps a field out of what many records can be given at once; of `percent` their values can be changed by percent, too. */
  readonly bulk?: 'never' | 'percent';
  /** The form shows the field only while these others have one of these values; a hidden one is not checked. */
  readonly when?: Readonly<Record<string, readonly string[]>>;
  /** Text shown under the input, as a message key's last part or texts. */
  readonly hint?: true | Texts;
  /** Column width in pixels. */
  readonly widthPx?: number;
  /** Files of this field go to the server although the site has a store. */
  readonly forceLocal?: true;
}

/** What a declaration may say besides, by the shape that its kind has. */
export interface Shapes {
  readonly text: {
    /** In code points. */
    readonly maxLength?: number;
    readonly initial?: string;
  };
  readonly number: {
    /** Inclusive; for `money` in cents. */
    readonly min?: number;
    readonly max?: number;
    readonly initial?: number | null;
  };
  readonly choice: {
    readonly options: readonly string[];
    readonly optionLabels?: Readonly<Record<string, Texts>>;
    /** Colour of the option's tag in lists, a name of the theme's palette. */
    readonly optionColors?: Readonly<Record<string, string>>;
    readonly initial?: string | readonly string[];
  };
  readonly list: { readonly maxCount?: number };
  readonly record: {
    /** Name of the resource whose records are offered. The joined record is `<key without Id>` in rows. */
    readonly of: string;
    /** What rows show of the joined record beside its id and title: keys of its fields. */
    readonly shows?: readonly string[];
    /** The named record may go all the same; from then on only its id is known. */
    readonly outlivesRecord?: true;
    /** Who deletes the named record is asked what becomes of those that name it: they go to another one, or are deleted too. */
    readonly onDelete?: 'ask';
  };
  /** Several records of another resource. Lists carry their titles under `<key without Ids>`. */
  readonly records: {
    readonly of: string;
    /** Those that the person has themselves are offered in their own record only. */
    readonly leavesOut?: 'own';
  };
  /** Rules of a group: ids of `of`, a tree. Who has a rule has its parents too, so only the lowest need be named; `*` alone is all. */
  readonly rules: { readonly of: string };
  readonly plain: { readonly initial?: boolean | number | null };
}

export type Shape = keyof Shapes;
