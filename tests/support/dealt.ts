import { testDatabaseKinds, type TestDatabaseKind } from './database.ts';
import { effort } from './effort.ts';

/**
 * Those of many cases that are tried on a database. Sections differ in their declarations, of which both databases get the same statements: in
 * the short form they are dealt out to the databases by turns, so that each case is tried once; in the long form each is tried on each.
 */
export const dealt = <T>(cases: readonly T[], kind: TestDatabaseKind): readonly T[] =>
  cases.filter((_, index) => effort(index % testDatabaseKinds.length === testDatabaseKinds.indexOf(kind), true));
