import type { KyselyPlugin } from 'kysely';

/** Ends something before the statement that comes after so many others. */
export function countdown(end: () => void): { readonly plugin: KyselyPlugin; readonly after: (statements: number) => void } {
  let left = Infinity;
  return {
    plugin: {
      transformQuery({ node }) {
        if (left <= 0) end();
        left -= 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    },
    after(statements) {
      left = statements;
    },
  };
}

/** Ends the process without a word there. */
export const killAtStatement = () => countdown(() => process.kill(process.pid, 'SIGKILL'));
