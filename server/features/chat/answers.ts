import { sql, type Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import { CHAT_READERS_LOOKED_AT_MS, CHAT_RUNS_AT_ONCE, CHAT_RUNS_KEPT, CHAT_TURNS_TOLD, CHAT_UNREAD_MS } from './base/limits.ts';
import { BusyError } from '../../base/refusal.ts';
import { base64url, sha256 } from '../../base/digest.ts';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { type ServerPorts } from '../../ports/ports.ts';
import { CLOSING_RETRY_SECONDS } from '../runs/limits.ts';
import type { WithEnd } from '../runs/run-log.ts';
import { createRuns, type Runs } from '../runs/runs.ts';
import { type AnswerLog, type AnswerLogEvent, type ChatRun, createAnswerLog } from './answer/answer-log.ts';
import type { AnswerPart } from './answer/chat-model.ts';
import { type ChatEventKind, type Draft, EMPTY_DRAFT, foldEvents, stateEvent, type Usage, usageEvent } from './answer/draft.ts';
import { type AnswerEnding, type AnswerTimes, type EndedAnswer, recordAnswer } from './answer/record-answer.ts';
import { tokensIn } from './answer/tokens.ts';
import type { AnswerGates } from './answer/text-gate.ts';
import { bookCharges, chargeToHold, setCharge } from './charges.ts';
import { costOf, type ModelRow } from './models.service.ts';
import { addUsage } from './add-usage.ts';
import type { KnownOwner } from './base/owner.ts';
import { pathTo } from './base/thread.ts';

/** An answer that is about to begin. */
export interface AnswerOrder {
  readonly uuid: string;
  readonly owner: KnownOwner;
  readonly model: ModelRow;
  /** Stores what the answer belongs to, in the transaction that begins it. @returns the message to write; null where the uuid is taken */
  readonly prepare: (trx: Transaction<Tables>) => Promise<{ readonly messageId: number; readonly before?: Draft } | null>;
  readonly ask: (signal: AbortSignal) => AsyncIterable<AnswerPart>;
  readonly gates: (before: Draft) => AnswerGates;
  /** It ended. */
  readonly ended: (answer: EndedAnswer) => void;
}

/** These messages, or all messages of these conversations, of which there may be more than a statement takes. */
export type AnswerPlace = { readonly messages: readonly number[] } | { readonly conversations: readonly number[] };

/** Answers, each a stored run: written whether or not anybody reads, followed by number, stopped from anywhere. */
export interface Answers {
  /** @returns false where the uuid was taken: nothing was started then. @throws the refusal where too many are under way */
  start(order: AnswerOrder): Promise<boolean>;
  find(uuid: string): Promise<ChatRun | undefined>;
  /** Whether the events of a run are still there. */
  hasEvents(run: ChatRun): Promise<boolean>;
  follow(run: ChatRun, afterSeq: number, signal: AbortSignal): AsyncGenerator<readonly AnswerLogEvent[]>;
  stop(uuid: string, name: string): Promise<void>;
  /** Stops what is being written there. */
  stopIn(place: AnswerPlace): Promise<void>;
  recover(): Promise<void>;
  /** Nothing begins any more; what is being written may go on for so long. */
  close(goOnMs?: number): Promise<void>;
}

export type AnswersPorts = Pick<ServerPorts, 'database' | 'clock' | 'randomBytes' | 'logger'>;

const messageValues = async ({ text, thinking, sources, tools = [] }: Draft) => ({
  text,
  parts: JSON.stringify({
    ...(thinking !== '' && { thinking }),
    ...(sources.length > 0 && { sources }),
    ...(tools.length > 0 && { tools }),
  }),
  text_sha256: await sha256(text),
});

const textLength = ({ text, thinking = '' }: Pick<Draft, 'text'> & { readonly thinking?: string }): number => text.length + thinking.length;

/** What is gone on with has had some before. */
const moreTokens = ({ inputTokens, outputTokens, cost }: Usage) => ({
  input_tokens: sql<number>`least(input_tokens::bigint + ${inputTokens}, 2147483647)`,
  output_tokens: sql<number>`least(output_tokens::bigint + ${outputTokens}, 2147483647)`,
  cost: sql<number>`cost + ${cost}`,
});

/** What was gone on with began when its first words came, and took all its times together. */
const moreTime = ({ firstWordMs, totalMs }: Pick<EndedAnswer, 'firstWordMs' | 'totalMs'>) => ({
  first_word_ms: sql<number | null>`coalesce(first_word_ms, ${firstWordMs}::integer)`,
  total_ms: sql<number>`coalesce(total_ms, 0) + ${totalMs}::integer`,
});

export function createAnswers(ports: AnswersPorts, times?: AnswerTimes): Answers {
  const { database, logger } = ports;
  const { kysely } = database;
  const owner = base64url(ports.randomBytes(12));
  const log: AnswerLog = createAnswerLog(ports, owner);
  const nowMs = (): number => Math.round(ports.clock.nowMs());

  /**
   * What an answer has used that was killed before its provider could count: what was asked and what came of it, by their length. Where
   * nothing came, nobody knows that it was asked for.
   */
  async function usedBy(
    messageId: number,
    model: Row<'chat_model'> | undefined,
    events: readonly AnswerLogEvent[],
    draft: Draft,
  ): Promise<Usage> {
    const before = events.find(({ kind }) => kind === 'replace');
    const said = (draft.text + draft.thinking).length - (before ? textLength(JSON.parse(before.data) as Draft) : 0);
    if (!model || model.protocol === 'builtIn' || said <= 0) return { inputTokens: 0, outputTokens: 0, cost: 0 };
    const path = await pathTo(kysely, messageId, CHAT_TURNS_TOLD + 1);
    const inputTokens = tokensIn(path.filter(({ id }) => id !== messageId).map(({ text }) => text).join('')); // prettier-ignore
    const outputTokens = tokensIn((draft.text + draft.thinking).slice(-said));
    return { inputTokens, outputTokens, cost: costOf(model)({ inputTokens, outputTokens }) };
  }

  /** What a killed server has left of an answer becomes its message. */
  async function lastWords(run: ChatRun) {
    const events = await log.all(run.id);
    const draft = foldEvents(events);
    const message = await kysely
      .selectFrom('chat_message')
      .select(['model_id', 'model_name'])
      .where('id', '=', run.message_id)
      .executeTakeFirst();
    const model = await kysely
      .selectFrom('chat_model')
      .selectAll()
      .where('id', '=', message?.model_id ?? 0)
      .executeTakeFirst();
    const usage = await usedBy(run.message_id, model, events, draft);
    const state = { state: 'interrupted', finishReason: 'interrupted' } as const;
    const also: WithEnd = async (trx) => {
      await trx
        .updateTable('chat_message')
        .set({ ...(await messageValues(draft)), ...moreTokens(usage), state: state.state, finish_reason: state.finishReason })
        .where('id', '=', run.message_id)
        .execute();
      await setCharge(trx, run.id, run.message_id, usage.cost);
      if (model && usage.outputTokens > 0) await addUsage(ports, trx, run.message_id, model, { usage, firstWordMs: null });
    };
    const facts = { ...state, model: message?.model_name ?? '', modelId: message?.model_id ?? 0 };
    return { events: [usageEvent(usage), stateEvent(facts)], also };
  }

  const runs: Runs<ChatRun, ChatEventKind, AnswerEnding> = createRuns(ports, {
    log,
    owner,
    stopEnding: () => 'stopped',
    shutDownEnding: () => 'interrupted',
    lastWords,
    interrupted: async ({ uuid }) => logger.warn('chat.answerInterrupted', { uuid }),
    signOfLifeFailed: (error) => logger.error('chat.signOfLifeFailed', { error }),
  });

  function keep(runId: number, messageId: number, model: ModelRow): (answer: EndedAnswer) => WithEnd {
    return (answer) => async (trx) => {
      await trx
        .updateTable('chat_message')
        .set({
          ...(await messageValues(answer)),
          state: answer.state,
          finish_reason: answer.finishReason,
          ...moreTokens(answer.usage),
          ...moreTime(answer),
        })
        .where('id', '=', messageId)
        .execute();
      // What was taken back had been read: else whoever knows a word of the site's list reads for nothing.
      const isPaid = !answer.isFree && answer.state !== 'failed' && (answer.state !== 'refused' || answer.wasShown);
      await setCharge(trx, runId, messageId, isPaid ? answer.usage.cost : 0);
      if (!answer.isFree) await addUsage(ports, trx, messageId, model, answer);
    };
  }

  async function create({
    uuid,
    owner: whose,
    model,
    prepare,
  }: AnswerOrder): Promise<{ runId: number; messageId: number; before: Draft } | null> {
    return database.transaction(async (trx) => {
      const prepared = await prepare(trx);
      if (!prepared) return null;
      const { messageId, before = EMPTY_DRAFT } = prepared;
      const charged = await chargeToHold(trx, whose, model);
      const columns = { ...charged, message_id: messageId, owner_type: whose.kind, owner_id: whose.id, reader_seen_ms: nowMs() };
      const runId = await log.create(uuid, columns, trx);
      if (runId === null) throw new Error(`The run ${uuid} exists, though nothing of it does`);
      return { runId, messageId, before };
    });
  }

  /** What is not booked now is by the next tidying. */
  const bookSoon = ({ kind, id }: KnownOwner): void => {
    if (kind === 'member') bookCharges(ports, id).catch((error: unknown) => logger.warn('chat.chargeNotBooked', { error }));
  };

  /** Ends an answer of a visitor that nobody has followed for a while. @returns what stops the watch */
  function endUnread(runId: number, end: () => void): () => void {
    const look = async (): Promise<void> => {
      const run = await log.read(runId);
      if (run?.owner_type === 'visitor' && nowMs() - run.reader_seen_ms > CHAT_UNREAD_MS) end();
    };
    const timer = setInterval(() => {
      look().catch((error: unknown) => logger.warn('chat.readersNotLookedAt', { error }));
    }, CHAT_READERS_LOOKED_AT_MS);
    return () => clearInterval(timer);
  }

  const noteReader = (runId: number) =>
    kysely.updateTable('chat_run').set({ reader_seen_ms: nowMs() }).where('id', '=', runId).where('status', '=', 'running').execute();

  return {
    async start(order) {
      // Another process may be free; a proxy and a program ask that one.
      if (runs.isClosing()) throw new BusyError(CLOSING_RETRY_SECONDS);
      const kept = order.owner.kind === 'visitor' ? CHAT_RUNS_KEPT : 0;
      if (runs.count() >= CHAT_RUNS_AT_ONCE - kept) throw rejection('refusals.chat.busy');
      let created: Awaited<ReturnType<typeof create>> = null;
      const runId = await runs.begin(
        order.uuid,
        async () => {
          created = await create(order);
          return created?.runId ?? null;
        },
        (id, tail) => {
          const { messageId, before } = created!;
          const recording = recordAnswer({
            runId: id,
            model: order.model,
            log,
            ask: order.ask,
            before,
            gates: order.gates(before),
            costOf: costOf(order.model),
            keep: keep(id, messageId, order.model),
            ended: (answer) => {
              order.ended(answer);
              bookSoon(order.owner);
            },
            written: (events) => tail.push(events),
            failed: (error) => logger.error('chat.answerFailed', { uuid: order.uuid, error }),
            ...(times && { times }),
          });
          if (order.owner.kind === 'visitor') {
            const stopWatch = endUnread(id, () => recording.end('interrupted'));
            void recording.done.then(stopWatch);
          }
          return recording;
        },
      );
      return runId !== null;
    },

    find: (uuid) => runs.find(uuid),

    hasEvents: async ({ id }) =>
      (await kysely.selectFrom('chat_event').select('seq').where('run_id', '=', id).limit(1).executeTakeFirst()) !== undefined,

    async *follow(run, afterSeq, signal) {
      let notedMs = 0;
      const note = async (): Promise<void> => {
        notedMs = performance.now();
        await noteReader(run.id);
      };
      const timer = setInterval(() => {
        note().catch((error: unknown) => logger.warn('chat.readerNotNoted', { error }));
      }, CHAT_UNREAD_MS / 4);
      try {
        await note();
        yield* runs.follow(run.id, afterSeq, signal);
      } finally {
        clearInterval(timer);
        if (performance.now() > notedMs) await noteReader(run.id);
      }
    },

    stop: (uuid, name) => runs.stop(uuid, name, 'stopped'),

    async stopIn(place) {
      const [column, ids] = 'messages' in place ? (['id', place.messages] as const) : (['conversation_id', place.conversations] as const);
      const found = await kysely
        .selectFrom('chat_run')
        .innerJoin('chat_message', 'chat_message.id', 'message_id')
        .select('chat_run.uuid')
        .where('status', '=', 'running')
        .where(sql<boolean>`${sql.ref(`chat_message.${column}`)} = any(${ids}::bigint[])`)
        .execute();
      await Promise.all(found.map(({ uuid }) => runs.stop(uuid, '', 'stopped')));
    },

    recover: () => runs.recover(),
    close: (goOnMs) => runs.close(goOnMs),
  };
}
