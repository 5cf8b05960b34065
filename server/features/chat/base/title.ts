const LENGTH = 60;

/** The name of a conversation that nobody has named: the first line of its first question. */
export function titleFrom(question: string): string {
  const line =
    question
      .split('\n')
      .map((each) => each.trim())
      .find((each) => each !== '') ?? '';
  if (line.length <= LENGTH) return line;
  // Half a character at the end is none.
  return `${line.slice(0, LENGTH - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`.toWellFormed();
}
