import { sql, type Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import { CHAT_READERS_LOOKED_AT_MS, CHAT_RUNS_AT_ONCE, CHAT_RUNS_KEPT, CHAT_UNREAD_MS } from './base/limits.ts';
import { BusyError } from '../../base/refusal.ts';
import { base64url } from '../../base/digest.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { CLOSING_RETRY_SECONDS } from '../runs/limits.ts';
import { createRuns, type Runs } from '../runs/runs.ts';
import { type AnswerLog, type AnswerLogEvent, type ChatRun, createAnswerLog } from './answer/answer-log.ts';
import type { AnswerPart } from './answer/chat-model.ts';
import { type ChatEventKind, type Draft, EMPTY_DRAFT } from './answer/draft.ts';
import { type EarlyEnding, type AnswerTimes, type EndedAnswer, recordAnswer } from './answer/record-answer.ts';
import type { AnswerGates } from './answer/text-gate.ts';
import { bookCharges, chargeToHold } from './charges.ts';
import { costOf, type ModelRow } from './models.service.ts';
import type { KnownOwner } from './base/owner.ts';
import { type KeepAnswerPorts, keepAnswer, lastWords } from './keep-answer.ts';

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

export function createAnswers(ports: KeepAnswerPorts, times?: AnswerTimes): Answers {
  const { database, logger } = ports;
  const { kysely } = database;
  const owner = base64url(ports.randomBytes(12));
  const log: AnswerLog = createAnswerLog(ports, owner);
  const nowMs = (): number => Math.round(ports.clock.nowMs());

  const runs: Runs<ChatRun, ChatEventKind, EarlyEnding> = createRuns(ports, {
    log,
    owner,
    stopEnding: () => 'stopped',
    shutDownEnding: () => 'interrupted',
    lastWords: (run) => lastWords(ports, log, run),
    interrupted: async ({ uuid }) => logger.warn('chat.answerInterrupted', { uuid }),
    signOfLifeFailed: (error) => logger.error('chat.signOfLifeFailed', { error }),
  });

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
            keep: keepAnswer(ports, { runId: id, messageId, model: order.model }),
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
