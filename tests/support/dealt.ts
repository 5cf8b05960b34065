import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { anyDatabaseKind, testDatabaseKinds, type TestDatabaseKind } from './database.ts';
import { effort } from './effort.ts';

/**
 * Those of many cases that are tried on a database. Sections differ in their declarations, of which both databases get the same statements: in
 * the short form they are dealt out to the databases by turns, so that each case is tried once; in the long form each is tried on each.
 */
export const dealt = <T>(cases: readonly T[], kind: TestDatabaseKind): readonly T[] =>
  cases.filter((_, index) => effort(index % testDatabaseKinds.length === testDatabaseKinds.indexOf(kind), true));

/** Those of many cases that a law is tried on: all of them, but where a file tries again what another has tried, over other ports. */
export const tried = <T>(cases: readonly T[]): readonly T[] => cases;

/**
 * For `describe.each`: the databases that a file is tried on which is about a feature and not about a database, since its statements are the
 * same on each. In the short form that is one, dealt by the file's name; in the long form each. Where there is one database, it is that.
 * @param about `races`, where calls come together in the file: PostgreSQL alone does the work of several at the same time
 */
export function dealtKinds(file: string, about: 'calls' | 'races' = 'calls'): readonly TestDatabaseKind[] {
  const turn = createHash('sha256').update(basename(file)).digest()[0]! % testDatabaseKinds.length;
  return effort([about === 'races' ? anyDatabaseKind : testDatabaseKinds[turn]!], testDatabaseKinds);
}
