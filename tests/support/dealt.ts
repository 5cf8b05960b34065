import { anyDatabaseKind, testDatabaseKinds, type TestDatabaseKind } from './database.ts';
import { effort } from './effort.ts';

/** Of so many cases one is tried on the embedded database, where there is another: it takes three times as long to each statement. */
const EMBEDDED_ONE_OF = 4;

/**
 * Those of many cases that are tried on a database. Sections differ in their declarations, of which both databases get the same statements: in
 * the short form they are dealt out to the databases, so that each case is tried once; in the long form each is tried on each.
 */
export const dealt = <T>(cases: readonly T[], kind: TestDatabaseKind): readonly T[] =>
  effort(testDatabaseKinds.length > 1, false)
    ? cases.filter((_, index) => (index % EMBEDDED_ONE_OF === 0) === (kind === 'embedded'))
    : cases;

/** Those of many cases that a law is tried on: all of them, but where a file tries again what another has tried, over other ports. */
export const tried = <T>(cases: readonly T[]): readonly T[] => cases;

/**
 * For `describe.each`: the databases that a file is tried on which is about a feature and not about a database, since its statements are the
 * same on each. In the short form that is one, the quicker where there are two; in the long form each.
 */
export const dealtKinds = (): readonly TestDatabaseKind[] => effort([anyDatabaseKind], testDatabaseKinds);
