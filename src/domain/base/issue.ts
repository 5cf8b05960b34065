/**
 * What is wrong with one value, as a message key and its parameters, so that browser and server say it with the same words.
 * `key` is a full message key, such as `validation.maxLength`; `params` are plain values for its placeholders.
 */
export interface Issue {
  readonly key: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Issues by field key; a field without an entry is fine. */
export type Issues = Readonly<Record<string, Issue>>;

export const hasIssues = (issues: Issues): boolean => Object.keys(issues).length > 0;
