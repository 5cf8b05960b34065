import type { FinishReason, MessageState } from './answer.ts';
import type { AnswerUsage } from './answer-draft.ts';

/** What a page knows of a message, its texts apart. Times are Unix seconds. */
export interface BranchMessage {
  readonly uuid: string;
  /** Null for the first question of a conversation. */
  readonly parent: string | null;
  readonly role: 'user' | 'assistant';
  readonly state: MessageState;
  /** The run that writes it; null at rest. */
  readonly answer: string | null;
  readonly model: { readonly id: number; readonly name: string } | null;
  /** All versions at this fork in their order, this one among them. */
  readonly siblings: readonly string[];
  readonly finishReason: FinishReason | null;
  readonly usage: AnswerUsage | null;
  /** From its question on; null where nobody measured it, and of questions. */
  readonly firstWordMs: number | null;
  readonly totalMs: number | null;
  readonly verdict: 'good' | 'bad' | null;
  readonly createTime: number;
}

/** The way through the tree of a conversation that is shown, oldest first: each message is the parent of the next. */
export type Branch = readonly BranchMessage[];

/** Which of how many versions a message is, counted from one, and its neighbours. */
export interface MessageVersion {
  readonly number: number;
  readonly count: number;
  readonly previous: string | null;
  readonly next: string | null;
}

export function versionOf({ uuid, siblings }: Pick<BranchMessage, 'uuid' | 'siblings'>): MessageVersion {
  const index = siblings.indexOf(uuid);
  if (index === -1) return { number: 1, count: 1, previous: null, next: null };
  return { number: index + 1, count: siblings.length, previous: siblings[index - 1] ?? null, next: siblings[index + 1] ?? null };
}

/** What stands before a message whose parent is this one; nothing where the parent is not on the branch. */
const upTo = (branch: Branch, parent: string | null): Branch => branch.slice(0, branch.findIndex(({ uuid }) => uuid === parent) + 1);

/** The branch that leads to these messages, each the parent of the next: what stood behind their fork goes out of sight. */
export function withMessages(branch: Branch, messages: Branch): Branch {
  const [first] = messages;
  return first ? [...upTo(branch, first.parent), ...messages] : branch;
}

/** The end of a branch as it was read anew, behind what was read of it before. */
export function withEnd(branch: Branch, end: Branch): Branch {
  const first = branch.findIndex(({ uuid }) => uuid === end[0]?.uuid);
  return first === -1 ? end : [...branch.slice(0, first), ...end];
}

/** A branch with what comes before it. */
export const withOlder = (branch: Branch, older: Branch): Branch => {
  const known = new Set(branch.map(({ uuid }) => uuid));
  return [...older.filter(({ uuid }) => !known.has(uuid)), ...branch];
};

/** Whether an answer can be gone on with where it was cut off. */
export const isCutOff = ({ role, state, finishReason }: BranchMessage): boolean =>
  role === 'assistant' && (state === 'stopped' || state === 'interrupted' || (state === 'complete' && finishReason === 'length'));
