import type { FinishReason, MessageState } from './answer.ts';
import type { ChatAttachment } from './attachment.ts';
import type { Proposal } from './proposal.ts';

/** Where an answer has something from. `address` is a path of this site; empty where no page shows it. */
export interface AnswerSource {
  readonly kind: 'help' | 'record' | 'page';
  readonly title: string;
  readonly address: string;
  readonly slug?: string | undefined;
  /** The answer does not know; this is near to what was asked. */
  readonly isSuggestion?: boolean | undefined;
}

/** `cost` is in points or cents, as the model charges. */
export interface AnswerUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost: number;
}

/** A step of a tool. */
export interface AnswerTool {
  readonly id: string;
  readonly name: string;
  readonly state: 'running' | 'done' | 'failed';
}

/** What one event of an answer's stream says. */
export type AnswerNews =
  | { readonly kind: 'state'; readonly state: MessageState; readonly finishReason: FinishReason | null }
  | { readonly kind: 'text' | 'thinking'; readonly piece: string }
  | { readonly kind: 'source'; readonly source: AnswerSource }
  | { readonly kind: 'tool'; readonly tool: AnswerTool }
  | { readonly kind: 'usage'; readonly usage: AnswerUsage }
  | ({ readonly kind: 'replace'; readonly tools?: readonly AnswerTool[] | undefined } & Omit<
      AnswerDraft,
      'seq' | 'tools' | 'proposals' | 'attachments' | 'charged'
    >);

/** All that has come of a message. `seq` is the number of the last event that it holds; 0 before any. */
export interface AnswerDraft {
  readonly seq: number;
  readonly text: string;
  readonly thinking: string;
  readonly sources: readonly AnswerSource[];
  readonly tools: readonly AnswerTool[];
  /** What a model would write; they come with the message once it is at rest. */
  readonly proposals: readonly Proposal[];
  /** Of a question. */
  readonly attachments: readonly ChatAttachment[];
  readonly state: MessageState;
  readonly finishReason: FinishReason | null;
  readonly usage: AnswerUsage | null;
  /** Points and cents; they come with the message once it is at rest. */
  readonly charged: { readonly score: number; readonly money: number };
}

export const EMPTY_ANSWER: AnswerDraft = {
  seq: 0,
  text: '',
  thinking: '',
  sources: [],
  tools: [],
  proposals: [],
  attachments: [],
  state: 'running',
  finishReason: null,
  usage: null,
  charged: { score: 0, money: 0 },
};

/**
 * An answer with one event more. A line that was cut and opened again may tell what is known: an event that is not behind the last one
 * changes nothing, so that however a stream is cut, the same comes of it.
 */
export function withNews(draft: AnswerDraft, seq: number, news: AnswerNews): AnswerDraft {
  return seq <= draft.seq ? draft : { ...draft, ...changeOf(draft, news), seq };
}

function changeOf(draft: AnswerDraft, news: AnswerNews): Partial<AnswerDraft> {
  switch (news.kind) {
    case 'text':
    case 'thinking':
      return { [news.kind]: draft[news.kind] + news.piece };
    case 'source':
      return { sources: [...draft.sources, news.source] };
    case 'tool':
      return { tools: withTool(draft.tools, news.tool) };
    case 'usage':
      return { usage: news.usage };
    case 'state':
      return { state: news.state, finishReason: news.finishReason };
    case 'replace': {
      const { kind: _kind, tools = [], ...whole } = news;
      return { ...whole, tools };
    }
    default:
      return news satisfies never;
  }
}

/** The same step comes again when it is done, in its place. */
const withTool = (tools: readonly AnswerTool[], tool: AnswerTool): readonly AnswerTool[] =>
  tools.some(({ id }) => id === tool.id) ? tools.map((one) => (one.id === tool.id ? tool : one)) : [...tools, tool];
