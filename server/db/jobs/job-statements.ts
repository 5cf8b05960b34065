const TOKEN = /'(?:[^']|'')*'|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$|--[^\n]*|;|[^'$;-]+|[\s\S]/gu;
const OF_TRANSACTIONS = /^(?:begin|commit)$/iu;

/**
 * The statements of a script, one by one and without what begins and ends its transaction: the queue's library writes scripts, and what
 * speaks to the database here takes one statement at a time, in transactions of its own.
 */
export function statementsOf(script: string): readonly string[] {
  const statements: string[] = [];
  let current = '';
  for (const [token] of script.matchAll(TOKEN)) {
    if (token === ';') {
      statements.push(current.trim());
      current = '';
    } else if (!token.startsWith('--')) current += token;
  }
  statements.push(current.trim());
  return statements.filter((statement) => statement !== '' && !OF_TRANSACTIONS.test(statement));
}
