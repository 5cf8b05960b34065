import type { KyselyPlugin } from 'kysely';

export interface StatementCount {
  /** For `withPlugin`: counts each statement that goes through it. */
  readonly plugin: KyselyPlugin;
  /** How many went through it while something was done. */
  during<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly statements: number }>;
}

/** Counts statements of the real database, in work that is done one after the other. */
export function countStatements(): StatementCount {
  let statements = 0;
  return {
    plugin: {
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    },
    async during(work) {
      const before = statements;
      const result = await work();
      return { result, statements: statements - before };
    },
  };
}
