/** Fills what stands in double braces in. */
export const fillText = (text: string, say: (key: string) => string): string =>
  text.replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/gu, (_, key: string) => say(key));
