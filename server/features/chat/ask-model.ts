import type { AdminCaller } from '../../base/caller.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { ChatModel, ToolBox, Turn } from './answer/chat-model.ts';
import type { Draft } from './answer/draft.ts';
import { tokensIn } from './answer/tokens.ts';
import { FILE_RULE, turnsWithFiles } from './attachments/question-files.ts';
import { CHAT_PICTURE_TOKENS, CHAT_TURNS_TOLD } from './base/limits.ts';
import { type KnownOwner } from './base/owner.ts';
import { pathTo } from './base/thread.ts';
import type { ModelRow, Models } from './models.service.ts';
import { TOOL_RULES } from './tools/section-tools.ts';
import type { SiteWords } from './words.ts';

/** With what a model is asked. */
export interface AskedWith {
  readonly models: Pick<Models, 'systemText'>;
  readonly words: () => Promise<SiteWords>;
  readonly modelOf: (row: ModelRow) => ChatModel;
  /** What a model may look up and propose for an administrator. */
  readonly toolsFor: (caller: AdminCaller, messageId: number) => Promise<ToolBox>;
}

/** Asks the model of a question, with what was said before it. */
export function createAsking(ports: Pick<ServerPorts, 'database' | 'files'>, { models, words, modelOf, toolsFor }: AskedWith) {
  const { kysely } = ports.database;

  // It is told the branch up to the question, as much of its end as it takes.
  return async function* ask(owner: KnownOwner, model: ModelRow, messageId: number, before: Draft, signal: AbortSignal) {
    const branch = await pathTo(kysely, messageId, CHAT_TURNS_TOLD + 1);
    const site = await words();
    const { turns, hasFiles } = await turnsWithFiles(
      ports,
      branch
        .filter(({ id, text }) => id !== messageId && text !== '')
        .map(({ id, role, text }) => ({ id, turn: { role, text: role === 'user' ? site.masked(text) : text } })),
      model,
      (text) => site.masked(text),
    );
    const takesTools = model.takes_tools === '1' || model.protocol === 'builtIn';
    const box = takesTools && owner.caller.kind === 'admin' ? await toolsFor(owner.caller, messageId) : null;
    const rules = [await models.systemText(owner), ...(box ? [TOOL_RULES] : []), ...(hasFiles ? [FILE_RULE] : [])];
    const system = rules.filter((rule) => rule !== '').join('\n\n');
    const toolTokens = box ? tokensIn(JSON.stringify(box.tools)) : 0;
    const all = before.text === '' ? turns : [...turns, { role: 'assistant' as const, text: before.text }];
    yield* modelOf(model).answer(
      {
        system,
        turns: withinContext(all, model.context_tokens - tokensIn(system) - toolTokens - model.max_output_tokens),
        language: owner.caller.client.language,
        owner,
        maxOutputTokens: model.max_output_tokens,
        ...(box && { tools: box }),
      },
      signal,
    );
  };
}

/** The last turns that there is room for; the last one in any case. */
function withinContext(turns: readonly Turn[], tokens: number): readonly Turn[] {
  let room = tokens;
  let first = turns.length;
  while (first > 0) {
    room -= tokensIn(turns[first - 1]?.text ?? '') + (turns[first - 1]?.pictures?.length ?? 0) * CHAT_PICTURE_TOKENS;
    if (room < 0 && first < turns.length) break;
    first -= 1;
  }
  return turns.slice(first);
}
