import type { FinishReason, MessageState } from '#domain/chat/answer';
import type { StoredSource } from '../../../db/tables/chat-tables.ts';
import type { NewEvent } from '../../runs/run-log.ts';

export type ChatEventKind = 'state' | 'thinking' | 'text' | 'tool' | 'source' | 'usage' | 'replace';
export type ChatEvent = NewEvent<ChatEventKind>;

/** What events add up to. */
export interface Draft {
  readonly text: string;
  readonly thinking: string;
  readonly sources: readonly StoredSource[];
}

export const EMPTY_DRAFT: Draft = { text: '', thinking: '', sources: [] };

/** The answer so far, from its events in their order. */
export function foldEvents(events: readonly Pick<ChatEvent, 'kind' | 'data'>[], from: Draft = EMPTY_DRAFT): Draft {
  let { text, thinking } = from;
  let sources: StoredSource[] = [...from.sources];
  for (const { kind, data } of events) {
    if (kind === 'text') text += data;
    else if (kind === 'thinking') thinking += data;
    else if (kind === 'source') sources.push(JSON.parse(data) as StoredSource);
    else if (kind === 'replace') {
      const whole = JSON.parse(data) as Draft;
      ({ text, thinking } = whole);
      sources = [...whole.sources];
    }
  }
  return { text, thinking, sources };
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost: number;
}

interface StateFacts {
  readonly state: MessageState;
  readonly finishReason: FinishReason | null;
  readonly model: string;
  readonly modelId: number;
}

const event = (kind: ChatEventKind, data: unknown): ChatEvent => ({ kind, data: JSON.stringify(data) });
export const stateEvent = (facts: StateFacts): ChatEvent => event('state', facts);
export const usageEvent = ({ inputTokens, outputTokens, cost }: Usage): ChatEvent => event('usage', { inputTokens, outputTokens, cost });
export const sourceEvent = (source: StoredSource): ChatEvent => event('source', source);
export const replaceEvent = (
  whole: Draft & { readonly state: MessageState; readonly finishReason: FinishReason | null; readonly usage: Usage | null },
): ChatEvent => event('replace', whole);

/** Pieces of one kind that follow each other become one event. */
export function merged(events: readonly ChatEvent[]): readonly ChatEvent[] {
  const joined: ChatEvent[] = [];
  for (const one of events) {
    const last = joined.at(-1);
    if (last && last.kind === one.kind && (one.kind === 'text' || one.kind === 'thinking'))
      joined[joined.length - 1] = { ...one, data: last.data + one.data };
    else joined.push(one);
  }
  return joined;
}
