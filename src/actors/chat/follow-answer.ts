import { answerEvent, replaceData, stateData } from '#api/contract/chat/answer-events';
import { chatSource, answerUsage, toolData } from '#api/contract/chat/chat-shapes';
import { FailureError } from '#domain/base/failure';
import type { AnswerNews } from '#domain/chat/answer-draft';
import type { AnswerAddress, LineNews } from '#machines/chat/answer.machine';
import type { ChatCalls } from './chat-calls.ts';
import type { ChatTexts } from './chat-texts.ts';

export interface AnswerPorts {
  readonly calls: Pick<ChatCalls, 'call' | 'endpoints' | 'follow'>;
  readonly texts: ChatTexts;
}

/** Whether the server has said no, and would again; anything else is a line that broke. */
const isRefusal = ({ failure }: FailureError): boolean =>
  failure.kind === 'rejected' || (failure.kind === 'http' && failure.status >= 400 && failure.status < 500 && failure.status !== 429);

/** Reads what comes of an answer into the texts, and tells how far it has got. */
export async function followAnswer(
  { calls, texts }: AnswerPorts,
  { uuid, message }: AnswerAddress,
  tell: (news: LineNews) => void,
  signal: AbortSignal,
): Promise<void> {
  let began: 'text' | 'thinking' | null = null;
  let isHeard = false;
  try {
    for await (const { data } of await calls.follow(uuid, texts.seqOf(message, uuid), signal)) {
      if (signal.aborted) return;
      const event = answerEvent.safeParse(parsed(data)).data;
      const news = event && newsOf(event.kind, event.data);
      if (!event || !news) continue;
      if (!isHeard) tell({ type: 'line.heard' });
      isHeard = true;
      const draft = texts.add(message, uuid, event.seq, news);
      const begins = beginningOf(news);
      if (begins && begins !== began) tell({ type: begins === 'text' ? 'answer.textBegan' : 'answer.thinkingBegan' });
      began = begins ?? began;
      if (news.kind === 'state' && news.state !== 'running') {
        const { state, finishReason } = news;
        return tell({ type: 'answer.ended', state, finishReason, characters: draft.text.length });
      }
    }
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    if (error.failure.kind === 'aborted' || signal.aborted) return;
    if (isRefusal(error)) return tell({ type: 'line.refused', failure: error.failure });
  }
  if (!signal.aborted) tell({ type: 'line.cut' });
}

const beginningOf = (news: AnswerNews): 'text' | 'thinking' | null => {
  if (news.kind === 'text' || news.kind === 'thinking') return news.kind;
  return news.kind === 'replace' && news.text !== '' ? 'text' : null;
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** @returns null for what this page does not know */
function newsOf(kind: AnswerNews['kind'], data: string): AnswerNews | null {
  if (kind === 'text' || kind === 'thinking') return { kind, piece: data };
  const value = parsed(data);
  switch (kind) {
    case 'state': {
      const state = stateData.safeParse(value).data;
      return state ? { kind, state: state.state, finishReason: state.finishReason } : null;
    }
    case 'source': {
      const source = chatSource.safeParse(value).data;
      return source ? { kind, source } : null;
    }
    case 'tool': {
      const tool = toolData.safeParse(value).data;
      return tool ? { kind, tool } : null;
    }
    case 'usage': {
      const usage = answerUsage.safeParse(value).data;
      return usage ? { kind, usage } : null;
    }
    case 'replace': {
      const whole = replaceData.safeParse(value).data;
      return whole ? { kind, ...whole } : null;
    }
    default:
      return kind satisfies never;
  }
}
