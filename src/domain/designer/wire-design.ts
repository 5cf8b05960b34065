/**
 * The words in which clients of the family draw a section. They are kept as they came, so that such a client finds its own design again.
 * Source: wire protocol §5.18.
 */
export interface WireTable {
  /** Without a prefix. */
  readonly name: string;
  readonly comment: string;
  readonly quickSearchField: readonly string[];
  readonly defaultSortField: string;
  readonly defaultSortType: 'asc' | 'desc';
  readonly formFields: readonly string[];
  readonly columnFields: readonly string[];
  readonly generateRelativePath: string;
  readonly isCommonModel: number;
  readonly modelFile: string;
  readonly controllerFile: string;
  readonly validateFile: string;
  readonly webViewsDir: string;
  readonly databaseConnection: string;
  readonly designChange: readonly WireChange[];
  readonly rebuild: 'Yes' | 'No';
}

export interface WireChange {
  readonly type: 'change-field-name' | 'del-field' | 'add-field' | 'change-field-attr' | 'change-field-order';
  readonly index?: number;
  readonly oldName: string;
  readonly newName: string;
  /** False: the design alone changes. */
  readonly sync?: boolean;
  readonly after?: string;
}

export interface WireField {
  readonly title: string;
  readonly name: string;
  /** SQL type without its length. */
  readonly type: string;
  /** The whole SQL type; it wins over type and length. */
  readonly dataType?: string;
  readonly length: number;
  readonly precision: number;
  readonly default?: string;
  readonly defaultType: 'INPUT' | 'EMPTY STRING' | 'NULL' | 'NONE';
  readonly null: boolean;
  readonly primaryKey: boolean;
  readonly unsigned: boolean;
  readonly autoIncrement: boolean;
  /** `Title` or `Title:key1=Label1,key2=Label2`. */
  readonly comment: string;
  readonly designType: string;
  readonly table: Readonly<Record<string, unknown>>;
  readonly form: Readonly<Record<string, unknown>>;
}

export interface WireDesign {
  readonly table: WireTable;
  readonly fields: readonly WireField[];
}
