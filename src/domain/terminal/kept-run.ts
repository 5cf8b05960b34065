/** How a run stands, or has ended. */
export const RUN_OUTCOMES = ['running', 'success', 'failed', 'stopped', 'interrupted'] as const;

/** One run of the terminal as its page shows it. Times are Unix seconds. */
export interface KeptRun {
  readonly id: number;
  readonly uuid: string;
  /** Key of the command. */
  readonly command: string;
  /** What ran; empty for runs from before this was kept. */
  readonly line: string;
  readonly status: (typeof RUN_OUTCOMES)[number];
  readonly exitCode: number | null;
  readonly adminId: number;
  /** Empty where the account is gone. */
  readonly adminName: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly durationMs: number | null;
}
