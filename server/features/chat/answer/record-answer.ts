import type { FinishReason, MessageState } from '#domain/chat/answer';
import { ANSWER_LENGTH, CHAT_ANSWER_MS, CHAT_FIRST_WORD_MS, CHAT_NEXT_WORD_MS } from '../base/limits.ts';
import type { WithEnd } from '../../runs/run-log.ts';
import type { RunningRecord } from '../../runs/runs.ts';
import { type End, endOf, lateEnd } from './answer-ends.ts';
import type { AnswerLog, AnswerLogEvent } from './answer-log.ts';
import { createAnswerPortions } from './answer-portions.ts';
import { type AnswerPart, ModelError } from './chat-model.ts';
import { type Draft, EMPTY_DRAFT, replaceEvent, sourceEvent, stateEvent, toolEvent, type Usage, usageEvent } from './draft.ts';
import type { AnswerGates } from './text-gate.ts';
import { tokensIn } from './tokens.ts';

/** Why an answer is ended before it has ended by itself. */
export type EarlyEnding = Extract<MessageState, 'stopped' | 'interrupted'>;

/** An answer at its end. */
export interface EndedAnswer extends Draft {
  readonly state: Exclude<MessageState, 'running'>;
  readonly finishReason: FinishReason;
  readonly usage: Usage;
  /** No provider was reached, or it refused before it answered: nobody has to pay, and nothing counts. */
  readonly isFree: boolean;
  /** Somebody who followed it had words of it, also where they were taken back afterwards. */
  readonly wasShown: boolean;
  readonly firstWordMs: number | null;
  readonly totalMs: number;
}

export interface AnswerTimes {
  readonly firstWordMs: number;
  readonly nextWordMs: number;
  readonly wholeMs: number;
}
const TIMES: AnswerTimes = { firstWordMs: CHAT_FIRST_WORD_MS, nextWordMs: CHAT_NEXT_WORD_MS, wholeMs: CHAT_ANSWER_MS };

interface AnswerOptions {
  readonly runId: number;
  readonly model: { readonly id: number; readonly name: string };
  readonly log: AnswerLog;
  /** Asks the model; called once. */
  readonly ask: (signal: AbortSignal) => AsyncIterable<AnswerPart>;
  /** What stands in the message already, where it is gone on with. */
  readonly before?: Draft;
  readonly gates: AnswerGates;
  readonly costOf: (usage: Omit<Usage, 'cost'>) => number;
  /** What is written with the end, in its transaction. */
  readonly keep: (ended: EndedAnswer) => WithEnd;
  /** Once that is written. */
  readonly ended: (answer: EndedAnswer) => void;
  readonly written: (events: readonly AnswerLogEvent[]) => void;
  readonly failed: (error: unknown) => void;
  readonly times?: AnswerTimes;
}

/** The piece that came, or what came instead. */
type Next = IteratorResult<AnswerPart> | { readonly broken: unknown } | 'ended' | 'late';

/** How reading ended: what it comes to is only known with the words that were still held back. */
type ReadEnd = End | ModelError | 'late';

const ENDS: Readonly<Record<EarlyEnding, End>> = {
  stopped: { state: 'stopped', finishReason: 'stopped' },
  interrupted: { state: 'interrupted', finishReason: 'interrupted' },
};

/** Asks a model and writes what it says into the log, in portions. */
export function recordAnswer({
  runId,
  model,
  log,
  ask,
  before = EMPTY_DRAFT,
  gates,
  costOf,
  keep,
  ended: tellEnd,
  written,
  failed,
  times = TIMES,
}: AnswerOptions): RunningRecord<EarlyEnding> {
  const startedMs = performance.now();
  const asking = new AbortController();
  const ending = Promise.withResolvers<EarlyEnding>();
  let endedBy: EarlyEnding | null = null;
  const portions = createAnswerPortions({ runId, log, before, written });
  let isWhole = false;
  let firstWordMs: number | null = null;
  let askedTokens = 0;

  const sinceStart = (): number => Math.round(performance.now() - startedMs);

  /** @returns the end, where this piece is one */
  function take(part: AnswerPart): End | null {
    if (part.kind === 'finish') return { ...part, state: part.reason === 'filtered' ? 'refused' : 'complete', finishReason: part.reason };
    if (part.kind === 'asked') askedTokens = part.inputTokens;
    else if (part.kind === 'source') portions.add(sourceEvent(part.source));
    else if (part.kind === 'tool') portions.add(toolEvent(part.tool));
    else if (part.kind === 'thinking') portions.addThinking(gates.thinking.push(part.text));
    else if (part.text !== '') {
      firstWordMs ??= sinceStart();
      portions.addText(gates.text.push(part.text));
    }
    return portions.draft.text.length >= ANSWER_LENGTH ? { state: 'complete', finishReason: 'length' } : null;
  }

  async function read(parts: AsyncIterator<AnswerPart>): Promise<ReadEnd> {
    let next: Promise<IteratorResult<AnswerPart>> | null = null;
    let heardMs = performance.now();
    for (;;) {
      const quietMs = firstWordMs === null && portions.draft === before ? times.firstWordMs : times.nextWordMs;
      const lateAtMs = Math.min(heardMs + quietMs, startedMs + times.wholeMs);
      next ??= parts.next();
      const what = await nextOf(next, ending.promise, Math.min(portions.flushAtMs, lateAtMs) - performance.now());
      if (what === 'ended') return ENDS[endedBy ?? 'stopped'];
      if (what === 'late') {
        if (performance.now() >= lateAtMs) return 'late';
        await portions.flush();
        continue;
      }
      // What is asked for an answer breaks off when somebody ends it, and may do so while a portion is stored: that is no fault.
      if ('broken' in what) return endedBy === null ? faultOf(what.broken) : ENDS[endedBy];
      [next, heardMs] = [null, performance.now()];
      // Whoever says nothing of its end was cut off, however neat that looks.
      if (what.done === true) return ENDS[endedBy ?? 'interrupted'];
      const end = take(what.value);
      if (end) return end;
      if (portions.isFull) await portions.flush();
    }
  }

  /** Whatever breaks on the way to an answer ends it, so that it holds nobody's place. Where no provider was asked yet, none is paid. */
  function faultOf(error: unknown): ModelError {
    if (error instanceof ModelError) return error;
    failed(error);
    return new ModelError(askedTokens === 0 ? 'unavailable' : 'interrupted', { cause: error });
  }

  const brokenEnd = (error: ModelError): End => endOf(error, portions.draft !== EMPTY_DRAFT, portions.draft !== before);

  async function answer(): Promise<End> {
    const parts = ask(asking.signal)[Symbol.asyncIterator]();
    try {
      const end = await read(parts);
      // What came stays, however it ended: that it was held back was nobody's wish.
      portions.addThinking(gates.thinking.rest());
      portions.addText(gates.text.rest());
      if (end === 'late') return lateEnd(portions.draft !== EMPTY_DRAFT);
      return end instanceof ModelError ? brokenEnd(end) : end;
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      return brokenEnd(error);
    } finally {
      asking.abort();
      // It may wait for ever for its model; nobody waits for it.
      void parts.return?.()?.then(undefined, () => undefined);
    }
  }

  async function run(): Promise<void> {
    await portions.append([
      stateEvent({ state: 'running', finishReason: null, model: model.name, modelId: model.id }),
      ...(before === EMPTY_DRAFT ? [] : [replaceEvent({ ...before, state: 'running', finishReason: null, usage: null })]),
    ]);
    const { state, finishReason, isFree = false, ...tokens } = await answer();
    const isRefused = state === 'refused';
    const { text, thinking } = portions.draft;
    const said = text.slice(before.text.length) + thinking.slice(before.thinking.length);
    if (isRefused) portions.takeBack();
    const { draft, wasShown } = portions;
    const inputTokens = tokens.inputTokens ?? askedTokens;
    const outputTokens = tokens.outputTokens ?? tokensIn(said);
    // What is taken back for the reader was written by its provider all the same.
    const usage = isFree ? NO_USAGE : { inputTokens, outputTokens, cost: costOf({ inputTokens, outputTokens }) };
    const ended: EndedAnswer = { ...draft, state, finishReason, usage, isFree, wasShown, firstWordMs, totalMs: sinceStart() };
    const last = [
      ...(isRefused ? [replaceEvent({ ...draft, state, finishReason, usage })] : []),
      usageEvent(usage),
      stateEvent({ state, finishReason, model: model.name, modelId: model.id }),
    ];
    const stored = await portions.finish(last, { status: state, also: keep(ended) });
    if (stored === null) return;
    isWhole = true;
    written(stored);
    tellEnd(ended);
  }

  return {
    end(how) {
      endedBy ??= how;
      ending.resolve(how);
      asking.abort();
    },
    done: run()
      .catch(failed)
      .then(() => isWhole),
  };
}

const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cost: 0 };

async function nextOf(next: Promise<IteratorResult<AnswerPart>>, ending: Promise<EarlyEnding>, waitMs: number): Promise<Next> {
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), Math.max(0, waitMs));
  try {
    const part = next.then(undefined, (error: unknown) => ({ broken: error }));
    // Of two that are there already the first one counts: a piece that had come before the end is kept.
    return await Promise.race([part, ending.then(() => 'ended' as const), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
