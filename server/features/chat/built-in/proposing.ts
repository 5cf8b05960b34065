import type { AnswerPart, ToolBox } from '../answer/chat-model.ts';
import type { Say } from '../../../base/refusal-text.ts';
import { markdownTable } from './records.ts';
import type { Wish } from './wishes.ts';

interface FoundRecord {
  readonly id: number;
  readonly title: string;
}

const MOST_FOUND = 5;
/** What a tool begins with where it refuses. */
const REFUSED = /^Refused: /u;

/**
 * Looks for the record that a wish is about, as a model would with its tools, and proposes the change. Where it is not clear, nothing is proposed.
 * @returns Markdown
 */
export async function* proposing(
  wishes: readonly Wish[],
  tools: ToolBox,
  say: Say,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart, string> {
  let steps = 0;
  async function* ask(name: string, input: object): AsyncGenerator<AnswerPart, { readonly output: string; readonly isDone: boolean }> {
    steps += 1;
    const step = { id: `step-${steps}`, name };
    yield { kind: 'tool', tool: { ...step, state: 'running' } };
    const done = await tools.run({ ...step, input: JSON.stringify(input) }, signal);
    yield { kind: 'tool', tool: { ...step, state: done.isDone ? 'done' : 'failed' } };
    return done;
  }
  for (const { resource, label, titleName, action, event, record, values } of wishes) {
    const name = resource.charAt(0).toUpperCase() + resource.slice(1);
    const looked = yield* ask(`find${name}`, { search: record, limit: MOST_FOUND });
    const found = looked.isDone ? recordsIn(looked.output, titleName) : [];
    const exact = found.filter(({ title }) => title.toLowerCase() === record.toLowerCase());
    const [one, ...others] = exact.length > 0 ? exact : found;
    if (!one) continue;
    if (others.length > 0) {
      const rows = found.map(({ id, title }) => [String(id), title]);
      return `${say('proposal.several', { record, section: label })}\n\n${markdownTable(['ID', say('name')], rows)}`;
    }
    if (values === null) return say('proposal.unfit');
    if (event !== null) {
      const { isDone, output } = yield* ask(`propose${name}Event`, { event, id: one.id });
      return isDone ? say('proposal.made') : say('proposal.noStep', { reason: output.replace(REFUSED, '') });
    }
    const proposed = yield* ask(`propose${name}Change`, { action, id: one.id, ...(action === 'edit' && { values }) });
    return say(proposed.isDone ? 'proposal.made' : 'proposal.unfit');
  }
  return say('proposal.none', { record: wishes[0]?.record ?? '' });
}

/** What a tool has told of records: their numbers, and what they are called. */
function recordsIn(output: string, titleName: string): readonly FoundRecord[] {
  try {
    const { records = [] } = JSON.parse(output) as { records?: readonly Readonly<Record<string, unknown>>[] };
    return records.map(({ id, [titleName]: title }) => ({ id: Number(id), title: typeof title === 'string' ? title : '' }));
  } catch {
    return [];
  }
}
