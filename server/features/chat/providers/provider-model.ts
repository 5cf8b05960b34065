import { needsKey } from '#domain/chat/answer';
import { CHAT_PICTURE_TOKENS, CHAT_RETRIES, CHAT_RETRY_AFTER_MS, CHAT_TOOL_CALLS, CHAT_TOOL_ROUNDS } from '../base/limits.ts';
import {
  type ProviderCall,
  ProviderError,
  type ProviderModel,
  type ProviderPart,
  type ProviderRequest,
  type ProviderTool,
  type ProviderTurn,
} from '../../../ports/model-ports.ts';
import type { Row } from '../../../db/tables/tables.ts';
import { pause } from '../../../base/platform/timers.ts';
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
      await pause(pauseMs, signal);
      yield* attempt(request, tries + 1, signal);
    }
  }

  async function* answer(request: AnswerRequest, signal: AbortSignal): AsyncGenerator<AnswerPart> {
    const model = await providerModelOf(ports, row);
    const { system, language, maxOutputTokens, tools: box } = request;
    // Providers answer what a person says: those that would go on with a text of their own refuse to elsewhere.
    const isGoneOn = request.turns.at(-1)?.role === 'assistant';
    const goOn = { role: 'user', text: ports.messages.text(language, 'answers.goOn') } as const;
    const turns: ProviderTurn[] = isGoneOn ? [...request.turns, goOn] : [...request.turns];
    const spent = { input: 0, output: 0 };
    let called = 0;
    for (let round = 0; ; round += 1) {
      const tools = box && round < CHAT_TOOL_ROUNDS && called < CHAT_TOOL_CALLS ? box.tools : [];
      const weight = weightOf(system, turns, tools);
      yield { kind: 'asked', inputTokens: spent.input + weight };
      const calls: ProviderCall[] = [];
      let said = '';
      let end: Extract<ProviderPart, { readonly kind: 'finish' }> | null = null;
      for await (const part of attempt({ ...model, system, turns, maxOutputTokens, tools }, 0, signal)) {
        if (part.kind === 'call') calls.push(part.call);
        else if (part.kind === 'finish') end = part;
        else {
          if (part.kind === 'text') said += part.text;
          yield part;
        }
      }
      // Whoever says nothing of its end was cut off.
      if (end === null) return;
      const isFirst = round === 0;
      if (end.reason !== 'tools' || !box) {
        const inputTokens = isFirst ? end.inputTokens : spent.input + (end.inputTokens ?? weight);
        const outputTokens = isFirst ? end.outputTokens : spent.output + (end.outputTokens ?? tokensIn(said));
        const reason = end.reason === 'tools' ? 'stop' : end.reason;
        yield { kind: 'finish', reason, ...(inputTokens !== null && { inputTokens }), ...(outputTokens !== null && { outputTokens }) };
        return;
      }
      spent.input += end.inputTokens ?? weight;
      spent.output += end.outputTokens ?? tokensIn(said + calls.map(({ input }) => input).join(''));
      called += calls.length;
      // Of too many none is run: whoever asks for so much has lost its way.
      const isTooMuch = called > CHAT_TOOL_CALLS;
      const answered: (ProviderCall & { readonly output: string })[] = [];
      for (const call of calls.slice(0, CHAT_TOOL_CALLS)) {
        const step = { id: call.id.slice(0, 100), name: call.name.slice(0, 100) };
        yield { kind: 'tool', tool: { ...step, state: 'running' } };
        const { output, isDone } = isTooMuch ? TOO_MUCH : await box.run(call, signal);
        yield { kind: 'tool', tool: { ...step, state: isDone ? 'done' : 'failed' } };
        answered.push({ ...call, output });
      }
      turns.push({ role: 'tools', text: said, calls: answered });
    }
  }
  return { answer };
}

const TOO_MUCH = { output: 'Refused: too many tools were called for one answer. Answer with what you have.', isDone: false } as const;

const textOf = (turn: ProviderTurn): string =>
  turn.role === 'tools' ? turn.text + turn.calls.map(({ input, output }) => input + output).join('') : turn.text;

const weightOf = (system: string, turns: readonly ProviderTurn[], tools: readonly ProviderTool[]): number =>
  tokensIn(system + turns.map(textOf).join('') + (tools.length > 0 ? JSON.stringify(tools) : '')) +
  turns.reduce((sum, turn) => sum + (turn.role === 'tools' ? 0 : (turn.pictures?.length ?? 0)), 0) * CHAT_PICTURE_TOKENS;
