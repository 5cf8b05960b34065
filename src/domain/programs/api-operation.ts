/** A schema as documents of interfaces have it (JSON Schema, as OpenAPI 3.1 uses it). */
export type Schema = Readonly<Record<string, unknown>>;

/** One call of a section, as a list of them names it. */
export interface ApiOperationEntry {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With the base: what is sent to. */
  readonly path: string;
  readonly section: string;
  /** What the section is called, by language. */
  readonly titles: { readonly 'zh-cn': string; readonly en: string };
  readonly summary: string;
  /** Of a call that sends an event to records: what that is called, by language. */
  readonly event?: ApiOperationEntry['titles'] | undefined;
}

export interface ApiParameter {
  readonly name: string;
  readonly place: 'query' | 'header';
  readonly isRequired: boolean;
  readonly schema: Schema;
}

/** What a call takes and answers. */
export interface ApiOperation extends ApiOperationEntry {
  readonly parameters: readonly ApiParameter[];
  /** Null where it takes no body. */
  readonly body: Schema | null;
  /** What stands under `data` of the reply; null where it answers a file. */
  readonly answer: Schema | null;
}

/** What tells one call from all others. */
export const operationKey = ({ method, path }: Pick<ApiOperationEntry, 'method' | 'path'>): string => `${method} ${path}`;

/** The last part of the address: what is done. */
export const actionOf = ({ path }: Pick<ApiOperationEntry, 'path'>): string => path.split('/').at(-1) ?? '';

export interface OperationGroup {
  readonly section: string;
  readonly titles: ApiOperationEntry['titles'];
  readonly operations: readonly ApiOperationEntry[];
}

/**
 * The calls that have every word, by their sections in the order in which those come.
 * @param text words for titles in either language, addresses, methods, summaries and what is told of them, without regard to case
 * @param told what a call is told to do in the reader's language
 */
export function searchOperations(
  all: readonly ApiOperationEntry[],
  text: string,
  told: (entry: ApiOperationEntry) => string,
): readonly OperationGroup[] {
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean);
  const found = all.filter((entry) => {
    const { method, path, section, titles, summary } = entry;
    const said = [method, path, section, titles['zh-cn'], titles.en, summary, told(entry)].join(' ').toLowerCase();
    return words.every((word) => said.includes(word));
  });
  return [...Map.groupBy(found, ({ section }) => section)].map(([section, operations]) => ({
    section,
    titles: operations[0]?.titles ?? { 'zh-cn': section, en: section },
    operations,
  }));
}
