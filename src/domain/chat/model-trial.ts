import type { FinishReason } from './answer.ts';

/** What came of trying a model of the chat out; `private`: its address leads where the server does not ask. */
export interface ModelTrial {
  readonly isAnswered: boolean;
  readonly text: string;
  readonly reason: FinishReason | 'private' | null;
  readonly status: number | null;
  readonly detail: string;
  readonly firstWordMs: number | null;
  readonly totalMs: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}
