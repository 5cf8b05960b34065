import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type { NetworkList } from '../../base/network.ts';
import {
  type ModelProviders,
  ProviderError,
  type ProviderPart,
  type ProviderPicture,
  type ProviderRequest,
  type ProviderTool,
  type ProviderTurn,
} from '../../ports/model-ports.ts';
import { createModelFetch } from './model-fetch.ts';
import { openModel } from './open-model.ts';
import { providerFault } from './provider-fault.ts';

const promptOf = ({ system, turns }: Pick<ProviderRequest, 'system' | 'turns'>): LanguageModelV4Prompt => [
  ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
  ...turns.flatMap(messagesOf),
];

const pictureOf = ({ mimeType, bytes }: ProviderPicture) =>
  ({ type: 'file', mediaType: mimeType, data: { type: 'data', data: bytes } }) as const;

function messagesOf(turn: ProviderTurn): LanguageModelV4Prompt {
  const text = turn.text === '' ? [] : [{ type: 'text' as const, text: turn.text }];
  if (turn.role !== 'tools') {
    const words = [{ type: 'text' as const, text: turn.text }];
    return [
      turn.role === 'user'
        ? { role: 'user', content: [...(turn.pictures ?? []).map(pictureOf), ...words] }
        : { role: 'assistant', content: words },
    ];
  }
  const calls = turn.calls.map(({ id, name, input, meta }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input: parsed(input),
    ...(meta !== undefined && { providerOptions: meta as SharedV4ProviderOptions }),
  }));
  const results = turn.calls.map(({ id, name, output }) => ({
    type: 'tool-result' as const,
    toolCallId: id,
    toolName: name,
    output: { type: 'text' as const, value: output },
  }));
  return [
    { role: 'assistant', content: [...text, ...calls] },
    { role: 'tool', content: results },
  ];
}

/** What is no JSON object is told again as none. */
function parsed(input: string): unknown {
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

const toolOf = ({ name, description, parameters }: ProviderTool): LanguageModelV4FunctionTool => ({
  type: 'function',
  name,
  description,
  inputSchema: parameters as LanguageModelV4FunctionTool['inputSchema'],
});

/** What is asked of no provider: to keep what people write. */
const OPTIONS = { openai: { store: false } };

/** The providers of models by their packages, one answer a call and nothing tried again. Source: security.md rule 39. */
export function createModelProviders(privateNetworks: NetworkList): ModelProviders {
  const fetch = createModelFetch(privateNetworks);
  return {
    async *answer(request, signal) {
      try {
        const { tools = [] } = request;
        const model = await openModel(request, fetch);
        const { stream } = await model.doStream({
          prompt: promptOf(request),
          maxOutputTokens: request.maxOutputTokens,
          abortSignal: signal,
          ...(tools.length > 0 && { tools: tools.map(toolOf) }),
          ...(request.protocol === 'openaiResponses' && { providerOptions: OPTIONS }),
        });
        yield* partsOf(stream, tools.length > 0);
      } catch (error) {
        throw providerFault(error, request.key);
      }
    },
  };
}

/** What people read of a stream. Whatever a model wants done is left undone where it was offered no tools. */
async function* partsOf(stream: AsyncIterable<LanguageModelV4StreamPart>, hasTools: boolean): AsyncGenerator<ProviderPart> {
  let hasText = false;
  let hasCalls = false;
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
      const kind = part.type === 'text-delta' ? 'text' : 'thinking';
      hasText ||= kind === 'text' && part.delta !== '';
      if (part.delta !== '') yield { kind, text: part.delta };
    } else if (part.type === 'tool-call' && hasTools && part.providerExecuted !== true) {
      hasCalls = true;
      const { toolCallId: id, toolName: name, input, providerMetadata: meta } = part;
      yield { kind: 'call', call: { id, name, input, ...(meta !== undefined && { meta }) } };
    } else if (part.type === 'finish') {
      const { inputTokens, outputTokens } = part.usage;
      const reason = endOf(part.finishReason.unified, hasText, hasCalls);
      yield { kind: 'finish', reason, inputTokens: counted(inputTokens.total), outputTokens: counted(outputTokens.total) };
      return;
    }
  }
  // A line that was cut near its beginning looks like the end of an answer.
  throw new ProviderError('interrupted', { isRetryable: false });
}

const MOST_TOKENS = 100_000_000;

/** No question and no answer has none, a part of one or more than any model takes: whoever says so does not count. */
const counted = (tokens: number | undefined): number | null =>
  Number.isSafeInteger(tokens) && tokens! >= 1 && tokens! <= MOST_TOKENS ? tokens! : null;

/** @throws ProviderError where the answer did not come to its end, or there is none */
function endOf(unified: string, hasText: boolean, hasCalls: boolean): 'stop' | 'length' | 'filtered' | 'tools' {
  if (unified === 'content-filter') return 'filtered';
  if (unified === 'length') return 'length';
  if (unified !== 'stop' && unified !== 'tool-calls') throw new ProviderError('interrupted', { isRetryable: false });
  if (hasCalls) return 'tools';
  if (!hasText) throw new ProviderError('empty', { isRetryable: false });
  return 'stop';
}
