/** One thing that was looked at. */
export interface Finding {
  readonly about: string;
  /** `bad` keeps the site from serving, or loses data one day; `doubtful` is worth a look. */
  readonly state: 'good' | 'doubtful' | 'bad';
  /** A plain sentence. */
  readonly said: string;
  /** What to do about it. */
  readonly advice?: string;
}

export const good = (about: string, said: string): Finding => ({ about, state: 'good', said });
export const doubtful = (about: string, said: string, advice: string): Finding => ({ about, state: 'doubtful', said, advice });
export const bad = (about: string, said: string, advice: string): Finding => ({ about, state: 'bad', said, advice });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A look that fails has found something as well. */
export async function looking(about: string, look: () => Promise<readonly Finding[]> | readonly Finding[]): Promise<readonly Finding[]> {
  try {
    return await look();
  } catch (error) {
    return [bad(about, messageOf(error), 'See to what this says, then look again.')];
  }
}
