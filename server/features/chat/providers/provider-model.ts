import { setTimeout as wait } from 'node:timers/promises';
import { needsKey } from '#domain/chat/answer';
import { CHAT_RETRIES, CHAT_RETRY_AFTER_MS } from '../base/limits.ts';
import { ProviderError, type ProviderModel, type ProviderPart, type ProviderRequest } from '../../../ports/model-ports.ts';
import type { Row } from '../../../db/tables/tables.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { type AnswerPart, type AnswerRequest, type ChatModel, ModelError } from '../answer/chat-model.ts';
import { tokensIn } from '../answer/tokens.ts';

import { readModelKey } from './model-keys.ts';

export type ProviderPorts = Pick<ServerPorts, 'database' | 'encryptor' | 'models' | 'logger' | 'messages'>;

/** A model with its key, as its provider is asked. @throws ModelError where it cannot be asked without one */
export async function providerModelOf({ database, encryptor }: ProviderPorts, row: Row<'chat_model'>): Promise<ProviderModel> {
  const { protocol } = row;
  if (protocol === 'builtIn') throw new ModelError('modelGone');
  const key = await readModelKey(database.kysely, encryptor, { id: row.id, protocol, baseUrl: row.base_url });
  if (key === '' && needsKey(protocol)) throw new ModelError('keyMissing');
  return { protocol, baseUrl: row.base_url, model: row.model, key };
}

/**
 * A model of somebody else's. A question is tried again only before the first word of its answer, when the provider is overloaded,
 * down or not reached, and never for longer than it asks to be left alone.
 * @param retryMs before the first repetition; twice as long before each that follows
 */
export function createProviderModel(ports: ProviderPorts, row: Row<'chat_model'>, retryMs: number): ChatModel {
  const told = ({ reason, status, isPrivate }: ProviderError): void =>
    ports.logger.warn('chat.providerFailed', { modelId: row.id, reason, status, isPrivate });

  async function* attempt(request: ProviderRequest, tries: number, signal: AbortSignal): AsyncGenerator<ProviderPart> {
    let hasBegun = false;
    try {
      for await (const part of ports.models.answer(request, signal)) {
        hasBegun = true;
        yield part;
      }
    } catch (error) {
      if (!(error instanceof ProviderError) || signal.aborted) throw error;
      told(error);
      const pauseMs = error.retryAfterMs ?? retryMs * 2 ** tries;
      if (hasBegun || !error.isRetryable || tries >= CHAT_RETRIES || pauseMs > CHAT_RETRY_AFTER_MS) throw new ModelError(error.reason);
      await wait(pauseMs, undefined, { signal });
      yield* attempt(request, tries + 1, signal);
    }
  }

  async function* answer(request: AnswerRequest, signal: AbortSignal): AsyncGenerator<AnswerPart> {
    const model = await providerModelOf(ports, row);
    const { system, language, maxOutputTokens } = request;
    // Providers answer what a person says: those that would go on with a text of their own refuse to elsewhere.
    const isGoneOn = request.turns.at(-1)?.role === 'assistant';
    const goOn = { role: 'user', text: ports.messages.text(language, 'answers.goOn') } as const;
    const turns = isGoneOn ? [...request.turns, goOn] : request.turns;
    yield { kind: 'asked', inputTokens: tokensIn(system + turns.map(({ text }) => text).join('')) };
    for await (const part of attempt({ ...model, system, turns, maxOutputTokens }, 0, signal)) {
      if (part.kind !== 'finish') yield part;
      else {
        const { reason, inputTokens, outputTokens } = part;
        yield { kind: 'finish', reason, ...(inputTokens !== null && { inputTokens }), ...(outputTokens !== null && { outputTokens }) };
      }
    }
  }
  return { answer };
}
