/** The lines of a setting that holds one thing a line, without blanks around them; empty ones are none. */
export const settingLines = (text: string): readonly string[] =>
  text
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== '');
