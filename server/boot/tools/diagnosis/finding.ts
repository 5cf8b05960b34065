/** One thing that was looked at. */
export interface DiagnosisFinding {
  readonly about: string;
  /** `bad` keeps the site from serving, or loses data one day; `doubtful` is worth a look. */
  readonly state: 'good' | 'doubtful' | 'bad';
  /** A plain sentence. */
  readonly said: string;
  /** What to do about it. */
  readonly advice?: string;
}

export const good = (about: string, said: string): DiagnosisFinding => ({ about, state: 'good', said });
export const doubtful = (about: string, said: string, advice: string): DiagnosisFinding => ({ about, state: 'doubtful', said, advice });
export const bad = (about: string, said: string, advice: string): DiagnosisFinding => ({ about, state: 'bad', said, advice });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const NOT_ALLOWED = 'Run this as the user that the server runs as, and give that user its files back (chown) where they are another’s.';

/** The system keeps this user from a file. */
const isNotAllowed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');

/** A look that fails has found something as well. */
export async function looking(
  about: string,
  look: () => Promise<readonly DiagnosisFinding[]> | readonly DiagnosisFinding[],
): Promise<readonly DiagnosisFinding[]> {
  try {
    return await look();
  } catch (error) {
    return [bad(about, messageOf(error), isNotAllowed(error) ? NOT_ALLOWED : 'See to what this says, then look again.')];
  }
}
