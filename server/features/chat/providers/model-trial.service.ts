import type { tryModel } from '#api/contract/chat/model-trial';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { AdminCaller } from '../../../base/caller.ts';
import { notFound } from '../../../base/refusal.ts';
import { ProviderError } from '../../../ports/model-ports.ts';
import type { Row } from '../../../db/tables/tables.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { countAttempt } from '../../base/throttle.ts';
import { ModelError } from '../answer/chat-model.ts';
import { CHAT_TRIAL_MS, CHAT_TRIALS } from '../base/limits.ts';

import { providerModelOf } from './provider-model.ts';

type Trial = OutputOf<typeof tryModel>;

/** What is shown of the answer, and what the model is asked to keep to. */
const TEXT_LENGTH = 300;
const MOST_TOKENS = 1000;

const NOTHING = {
  isAnswered: false,
  text: '',
  reason: null,
  status: null,
  detail: '',
  firstWordMs: null,
  inputTokens: null,
  outputTokens: null,
} as const;

/** Asks a model once, with nothing tried again: whoever sets it up wants to hear what is wrong. */
export function createModelTrial(ports: ServerPorts): (id: number, caller: AdminCaller) => Promise<Trial> {
  async function ask(row: Row<'chat_model'>, language: AdminCaller['client']['language']): Promise<Omit<Trial, 'totalMs'>> {
    const startedMs = performance.now();
    let trial: Omit<Trial, 'totalMs'> = NOTHING;
    const signal = AbortSignal.timeout(CHAT_TRIAL_MS);
    try {
      const model = await providerModelOf(ports, row);
      const turns = [{ role: 'user', text: ports.messages.text(language, 'answers.trial') }] as const;
      const maxOutputTokens = Math.min(row.max_output_tokens, MOST_TOKENS);
      for await (const part of ports.models.answer({ ...model, system: '', turns, maxOutputTokens }, signal)) {
        trial = { ...trial, firstWordMs: trial.firstWordMs ?? Math.round(performance.now() - startedMs) };
        if (part.kind === 'text') trial = { ...trial, text: (trial.text + part.text).slice(0, TEXT_LENGTH).toWellFormed() };
        else if (part.kind === 'finish') {
          const { reason, inputTokens, outputTokens } = part;
          return { ...trial, isAnswered: reason !== 'filtered', reason: reason === 'tools' ? 'stop' : reason, inputTokens, outputTokens };
        }
      }
      return { ...trial, reason: 'interrupted' };
    } catch (error) {
      if (signal.aborted) return { ...trial, reason: 'timedOut' };
      if (error instanceof ModelError) return { ...trial, reason: error.reason };
      if (!(error instanceof ProviderError)) throw error;
      const { reason, isPrivate, status, detail } = error;
      return { ...trial, reason: isPrivate ? 'private' : reason, status, detail };
    }
  }

  return async (id, caller) => {
    await countAttempt(ports, [{ key: `chat-trials:${caller.id}`, limit: CHAT_TRIALS }]);
    const row = await ports.database.kysely.selectFrom('chat_model').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound();
    const { language } = caller.client;
    const startedMs = performance.now();
    // It needs no provider, and so there is nothing to try.
    const isBuiltIn = row.protocol === 'builtIn';
    const builtIn = { ...NOTHING, isAnswered: true, text: ports.messages.text(language, 'answers.builtInTrial') };
    const trial = isBuiltIn ? builtIn : await ask(row, language);
    return { ...trial, totalMs: Math.round(performance.now() - startedMs) };
  };
}
