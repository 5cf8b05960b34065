import { DAY_SECONDS } from '../base/timestamp.ts';

/** A conversation in the list. Times are Unix seconds; what is personal in it is named so that no exported journal shows it. */
export interface ChatConversation {
  readonly uuid: string;
  readonly chatTitle: string;
  /** '' for none. */
  readonly chatFolder: string;
  readonly isPinned: boolean;
  /** In no search, and gone after a day. */
  readonly isTemporary: boolean;
  readonly isRunning: boolean;
  readonly updateTime: number;
}

/** A conversation that is listed; where the words were found that are searched for, the message and what stands around them. */
export interface ListedConversation extends ChatConversation {
  readonly hit: { readonly message: string; readonly chatExcerpt: string } | null;
}

export const CHAT_PERIODS = ['pinned', 'today', 'week', 'older'] as const;
export type ChatPeriod = (typeof CHAT_PERIODS)[number];

const WEEK_SECONDS = 7 * DAY_SECONDS;

/**
 * Conversations by when they were used last, in their order; a period without any is left out.
 * @param dayStart when the reader's day began, in Unix seconds
 */
export function byPeriod<Listed extends Pick<ChatConversation, 'isPinned' | 'updateTime'>>(
  list: readonly Listed[],
  dayStart: number,
): readonly { readonly period: ChatPeriod; readonly list: readonly Listed[] }[] {
  const periodOf = ({ isPinned, updateTime }: Listed): ChatPeriod => {
    if (isPinned) return 'pinned';
    if (updateTime >= dayStart) return 'today';
    return updateTime >= dayStart - WEEK_SECONDS + DAY_SECONDS ? 'week' : 'older';
  };
  return CHAT_PERIODS.map((period) => ({ period, list: list.filter((one) => periodOf(one) === period) })).filter(
    ({ list: found }) => found.length > 0,
  );
}
