import { replacePersonalWords } from '#domain/chat/personal-words';
import type { AnswerPart, AnswerRequest, ChatModel, ToolBox } from '../answer/chat-model.ts';
import type { TextGate } from '../answer/text-gate.ts';

/** A placeholder, as models repeat it word for word. */
const PLACEHOLDER = /\[(?:id|card|mobile|phone|mail)-\d{1,6}\]/gu;
/** What may become one. */
const BEGUN = /\[[a-z]{0,6}(?:-\d{0,6})?$/u;
const RULE =
  'Words such as [mail-1] or [mobile-1] stand for addresses and numbers that are hidden from you. Repeat them exactly as they are.';

/** The placeholders of one answer: the same value has the same one, and none stands in a text already. */
function createPlaceholders(texts: readonly string[]) {
  const taken = new Set(texts.flatMap((text) => text.match(PLACEHOLDER) ?? []));
  const known = new Map<string, string>();
  const values = new Map<string, string>();
  /** Where the search for the next free number of a kind begins: thousands of addresses are each looked for once. */
  const next = new Map<string, number>();
  const placeholderOf = (kind: string, value: string): string => {
    const before = known.get(value);
    if (before !== undefined) return before;
    let number = next.get(kind) ?? 1;
    while (taken.has(`[${kind}-${number}]`)) number += 1;
    next.set(kind, number + 1);
    const placeholder = `[${kind}-${number}]`;
    taken.add(placeholder);
    known.set(value, placeholder);
    values.set(placeholder, value);
    return placeholder;
  };
  const putBack = (text: string): string => text.replaceAll(PLACEHOLDER, (one) => values.get(one) ?? one);
  /** Holds back what may become a placeholder. */
  const gate = (): TextGate => {
    let begun = '';
    return {
      push(piece) {
        const text = begun + piece;
        begun = BEGUN.exec(text)?.[0] ?? '';
        return putBack(begun === '' ? text : text.slice(0, -begun.length));
      },
      rest() {
        const text = begun;
        begun = '';
        return text;
      },
    };
  };
  return { hide: (text: string): string => replacePersonalWords(text, placeholderOf), putBack, gate, count: () => values.size };
}

/**
 * A model that is told placeholders in the place of what tells who people are: in questions, answers before, and what tools bring. What it
 * says of them is put back for the reader, and for the tools.
 */
export function hidingPersonal(model: ChatModel): ChatModel {
  async function* answer(request: AnswerRequest, signal: AbortSignal): AsyncGenerator<AnswerPart> {
    const placeholders = createPlaceholders(request.turns.map(({ text }) => text));
    const turns = request.turns.map((turn) => ({ ...turn, text: placeholders.hide(turn.text) }));
    const box = request.tools;
    const tools: ToolBox | undefined = box && {
      tools: box.tools,
      async run(call, stop) {
        const { output, isDone } = await box.run({ ...call, input: placeholders.putBack(call.input) }, stop);
        return { output: placeholders.hide(output), isDone };
      },
    };
    const system = placeholders.count() > 0 || tools ? `${request.system}\n\n${RULE}`.trim() : request.system;
    const gates = { text: placeholders.gate(), thinking: placeholders.gate() };
    const rest = (): AnswerPart[] => (['thinking', 'text'] as const).map((kind) => ({ kind, text: gates[kind].rest() }));
    try {
      for await (const part of model.answer({ ...request, system, turns, ...(tools && { tools }) }, signal)) {
        if (part.kind === 'text' || part.kind === 'thinking') yield { ...part, text: gates[part.kind].push(part.text) };
        else {
          yield* rest();
          yield part;
        }
      }
    } catch (error) {
      yield* rest();
      throw error;
    }
    yield* rest();
  }
  return { answer };
}
