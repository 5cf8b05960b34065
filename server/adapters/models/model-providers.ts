import type { LanguageModelV4Prompt, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { NetworkList } from '../../base/network.ts';
import { type ModelProviders, ProviderError, type ProviderPart, type ProviderRequest } from '../../ports/model-ports.ts';
import { createModelFetch } from './model-fetch.ts';
import { openModel } from './open-model.ts';
import { providerFault } from './provider-fault.ts';

const promptOf = ({ system, turns }: Pick<ProviderRequest, 'system' | 'turns'>): LanguageModelV4Prompt => [
  ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
  ...turns.map(({ role, text }) => ({ role, content: [{ type: 'text' as const, text }] })),
];

/** What is asked of no provider: to keep what people write. */
const OPTIONS = { openai: { store: false } };

/** The providers of models by their packages, one answer a call and nothing tried again. Source: security.md rule 39. */
export function createModelProviders(privateNetworks: NetworkList): ModelProviders {
  const fetch = createModelFetch(privateNetworks);
  return {
    async *answer(request, signal) {
      try {
        const model = await openModel(request, fetch);
        const { stream } = await model.doStream({
          prompt: promptOf(request),
          maxOutputTokens: request.maxOutputTokens,
          abortSignal: signal,
          ...(request.protocol === 'openaiResponses' && { providerOptions: OPTIONS }),
        });
        yield* partsOf(stream);
      } catch (error) {
        throw providerFault(error, request.key);
      }
    },
  };
}

/** What people read of a stream. Whatever a model wants done is left undone: it was offered no tools. */
async function* partsOf(stream: AsyncIterable<LanguageModelV4StreamPart>): AsyncGenerator<ProviderPart> {
  let hasText = false;
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
      const kind = part.type === 'text-delta' ? 'text' : 'thinking';
      hasText ||= kind === 'text' && part.delta !== '';
      if (part.delta !== '') yield { kind, text: part.delta };
    } else if (part.type === 'finish') {
      const { inputTokens, outputTokens } = part.usage;
      const reason = endOf(part.finishReason.unified, hasText);
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
function endOf(unified: string, hasText: boolean): 'stop' | 'length' | 'filtered' {
  if (unified === 'content-filter') return 'filtered';
  if (unified === 'length') return 'length';
  if (unified !== 'stop' && unified !== 'tool-calls') throw new ProviderError('interrupted', { isRetryable: false });
  if (!hasText) throw new ProviderError('empty', { isRetryable: false });
  return 'stop';
}
