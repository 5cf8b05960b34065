/** True in `npm run test:long`, where tests that repeat themselves with other values or other orders of things do so without counting minutes. */
const isLong = process.env['TEST_EFFORT'] === 'long';

/**
 * How much of its repetitions a test does: `short` in `npm test`, `long` in `npm run test:long`. What a test states is the same in both;
 * a statement of its own never hangs on this, but that each bench still runs.
 */
export const effort = <T>(short: T, long: T): T => (isLong ? long : short);
