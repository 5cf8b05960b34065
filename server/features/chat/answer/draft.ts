import type { FinishReason, MessageState } from '#domain/chat/answer';
import type { StoredSource, StoredTool } from '../../../db/tables/chat-tables.ts';
import type { NewEvent } from '../../runs/run-log.ts';

export type ChatEventKind = 'state' | 'thinking' | 'text' | 'tool' | 'source' | 'usage' | 'replace';
export type DraftEvent = NewEvent<ChatEventKind>;

/** What events add up to. */
export interface Draft {
  readonly text: string;
  readonly thinking: string;
  readonly sources: readonly StoredSource[];
  /** Left out where there are none. */
  readonly tools?: readonly StoredTool[];
}

export const EMPTY_DRAFT: Draft = { text: '', thinking: '', sources: [] };

/** The answer so far, from its events in their order. */
export function foldEvents(events: readonly Pick<DraftEvent, 'kind' | 'data'>[], from: Draft = EMPTY_DRAFT): Draft {
  let { text, thinking } = from;
  let sources: StoredSource[] = [...from.sources];
  let tools = from.tools ?? [];
  for (const { kind, data } of events) {
    if (kind === 'text') text += data;
    else if (kind === 'thinking') thinking += data;
    else if (kind === 'source') sources.push(JSON.parse(data) as StoredSource);
    else if (kind === 'tool') tools = withTool(tools, JSON.parse(data) as StoredTool);
    else if (kind === 'replace') {
      const whole = JSON.parse(data) as Draft;
      ({ text, thinking } = whole);
      sources = [...whole.sources];
      tools = whole.tools ?? [];
    }
  }
  return { text, thinking, sources, ...(tools.length > 0 && { tools }) };
}

/** The same step comes again when it is done, in its place. */
const withTool = (tools: readonly StoredTool[], tool: StoredTool): readonly StoredTool[] =>
  tools.some(({ id }) => id === tool.id) ? tools.map((one) => (one.id === tool.id ? tool : one)) : [...tools, tool];

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

const event = (kind: ChatEventKind, data: unknown): DraftEvent => ({ kind, data: JSON.stringify(data) });
export const stateEvent = (facts: StateFacts): DraftEvent => event('state', facts);
export const usageEvent = ({ inputTokens, outputTokens, cost }: Usage): DraftEvent => event('usage', { inputTokens, outputTokens, cost });
export const toolEvent = (tool: StoredTool): DraftEvent => event('tool', tool);
export const sourceEvent = (source: StoredSource): DraftEvent => event('source', source);
export const replaceEvent = (
  whole: Draft & { readonly state: MessageState; readonly finishReason: FinishReason | null; readonly usage: Usage | null },
): DraftEvent => event('replace', whole);

/** Pieces of one kind that follow each other become one event. */
export function mergedParts(events: readonly DraftEvent[]): readonly DraftEvent[] {
  const joined: DraftEvent[] = [];
  for (const one of events) {
    const last = joined.at(-1);
    if (last && last.kind === one.kind && (one.kind === 'text' || one.kind === 'thinking'))
      joined[joined.length - 1] = { ...one, data: last.data + one.data };
    else joined.push(one);
  }
  return joined;
}
