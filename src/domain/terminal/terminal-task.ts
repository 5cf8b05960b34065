/**
 * The words of the global terminal: what a task is, what its statuses mean, and what the stream says.
 * Source: specification §3 "Terminal task", §4 "Terminal task status values", "Terminal task run"; wire protocol §5.20.
 */
export const TASK_STATUS = { waiting: 0, connecting: 1, executing: 2, success: 3, failed: 4, unknown: 5 } as const;
export type TaskStatus = keyof typeof TASK_STATUS;
/** In the list of a page. `checking`: it was running when the page began; unknown, until the server has said what became of it. */
export type QueueStatus = TaskStatus | 'checking';

export const PACKAGE_MANAGERS = ['npm', 'cnpm', 'pnpm', 'yarn', 'ni', 'none'] as const;
export type PackageManager = (typeof PACKAGE_MANAGERS)[number];

/** A task as it is kept in the browser's storage. Times are milliseconds since 1970. */
export interface TerminalTask {
  readonly uuid: string;
  readonly createTimeMs: number;
  readonly status: TaskStatus;
  /** A key of the server's list, `group.name`; never a command line. */
  readonly command: string;
  /** Output, one text a line. */
  readonly message: readonly string[];
  readonly showMessage: boolean;
  readonly blockOnFailure: boolean;
  /** Free text that the server echoes, `type:value`. */
  readonly extend: string;
}

export const isRunning = (status: QueueStatus): boolean => status === 'connecting' || status === 'executing';
export const isFailure = (status: QueueStatus): boolean => status === 'failed' || status === 'unknown';

/** Control words of the stream, in both spellings; only a message that is exactly the word counts. */
export type StreamSignal = 'linked' | 'succeeded' | 'failed' | 'completed';
export const SIGNAL_WORD: Readonly<Record<StreamSignal, string>> = {
  linked: 'command-link-success',
  succeeded: 'command-exec-success',
  failed: 'command-exec-error',
  completed: 'command-exec-completed',
};
const SIGNAL_OF_WORD: Readonly<Record<string, StreamSignal>> = {
  ...Object.fromEntries(Object.entries(SIGNAL_WORD).map(([signal, word]) => [word, signal as StreamSignal])),
  'link success': 'linked',
  'exec success': 'succeeded',
  'exec error': 'failed',
  'exec completed': 'completed',
};

/**
 * What one message of the stream means. A server that says the kind of each message is believed: output that spells a control word
 * stays output. Other servers only have the words.
 * @returns null for output
 */
export function signalOf(text: string, kind: 'control' | 'output' | undefined): StreamSignal | null {
  if (kind === 'output') return null;
  return Object.hasOwn(SIGNAL_OF_WORD, text) ? (SIGNAL_OF_WORD[text] as StreamSignal) : null;
}
