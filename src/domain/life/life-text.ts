/** Up to the next brace, so that a text of nothing but openings and blanks is read once. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/gu;

/** Fills what stands in double braces in. */
export const fillText = (text: string, say: (key: string) => string): string =>
  text.replaceAll(PLACEHOLDER, (_, key: string) => say(key.trim()));

/** The keys that stand in double braces. */
export const placeholdersIn = (text: string): readonly string[] => [...text.matchAll(PLACEHOLDER)].map(([, key = '']) => key.trim());
