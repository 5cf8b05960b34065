import recorded from './recorded-runs.json' with { type: 'json' };

/** What a program said once, each part of it so many milliseconds after the one before. */
export interface RecordedRun {
  /** The command with its arguments. */
  readonly line: string;
  readonly lines: readonly { readonly afterMs: number; readonly text: string }[];
  /** Null where the program was not there. */
  readonly exitCode: number | null;
}

/** As a server has run them: `npm run demo:record` writes them anew. */
export const RECORDED_RUNS: readonly RecordedRun[] = recorded.runs;
