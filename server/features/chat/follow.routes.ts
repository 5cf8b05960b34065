import { staffChatCalls } from '#api/contract/chat/chat';
import { type ChatArea, followPath } from '#api/contract/chat/first-calls';
import { chatUuid } from '#api/contract/chat/chat-shapes';
import { nodeOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import { notFound } from '../../base/refusal.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { Caller } from '../../base/caller.ts';
import { abortWithSession, sessionOfCaller } from '../../resources/access/lasting-session.ts';
import { may } from '../../resources/access/permissions.ts';
import type { IncomingCall } from '../../routing/call.ts';
import { eventStream, type StreamEvent } from '../../routing/event-stream.ts';
import type { RawRoutes } from '../../routing/raw-routes.ts';
import { factorDue, FORBIDDEN, GateError, needLogin, TOKEN_EXPIRED } from '../../routing/replies.ts';
import type { MemberSessions } from '../members/sign-in/member-sessions.service.ts';
import type { SessionService } from '../session/session.service.ts';
import type { AnswerLogEvent, ChatRun } from './answer/answer-log.ts';
import { replaceEvent, stateEvent } from './answer/draft.ts';
import type { Answers } from './answers.ts';
import { CHAT_FOLLOWS } from './base/limits.ts';
import { eventWithoutCosts } from './costs-in-sight.ts';
import type { ChatSettings } from './base/settings.ts';
import { type ChatOwner, ownerKey } from './base/owner.ts';
import type { OwnerOf } from './owner-of.ts';
import { type Message, MESSAGE_COLUMNS, ownMessage } from './base/thread.ts';

interface FollowServices {
  readonly sessions: Pick<SessionService, 'identify'>;
  readonly members: Pick<MemberSessions, 'identify'>;
  readonly ownerOf: OwnerOf;
  readonly answers: Answers;
  readonly settings: () => Promise<ChatSettings>;
}

/** Streams of answers. A token that expires later does not cut one that was opened; a sign-in that ends does. */
export function followRoutes(raw: RawRoutes, services: FollowServices, ports: ServerPorts): void {
  const readers = createReaders();
  for (const area of ['member', 'admin'] as const)
    raw.add('GET', followPath(area), (call) => follow(call, area, { ...services, readers }, ports));
}

/** Counts one more reader of an owner. @returns what counts it no longer, however often it is called. @throws the refusal where there are too many */
type Readers = (owner: string) => () => void;

function createReaders(): Readers {
  const counts = new Map<string, number>();
  return (owner) => {
    const count = counts.get(owner) ?? 0;
    if (count >= CHAT_FOLLOWS) throw rejection('refusals.chat.follows');
    counts.set(owner, count + 1);
    let isHere = true;
    return () => {
      if (!isHere) return;
      isHere = false;
      const left = (counts.get(owner) ?? 1) - 1;
      if (left > 0) counts.set(owner, left);
      else counts.delete(owner);
    };
  };
}

async function callerOf({ tokens, client, sender }: IncomingCall, area: ChatArea, { sessions, members }: FollowServices): Promise<Caller> {
  if (area === 'admin') {
    const admin = tokens.admin === null ? null : await sessions.identify(tokens.admin, client);
    if (admin === null) throw new GateError(needLogin('admin', sender.dialect));
    if (admin === 'expired') throw new GateError(TOKEN_EXPIRED);
    if (admin === 'factorDue') throw new GateError(factorDue(sender.dialect));
    const caller = { kind: 'admin', client, tokens, idempotencyKey: null, ...admin } as const;
    if (!may(caller, nodeOf(staffChatCalls.start))) throw new GateError(FORBIDDEN);
    return caller;
  }
  const member = tokens.member === null ? null : await members.identify(tokens.member, client);
  // What a token that has expired or ended means is said where owners are told.
  if (member === null || member === 'expired') return { kind: 'visitor', client, tokens };
  return { kind: 'member', client, tokens, ...member };
}

async function follow(
  call: IncomingCall,
  area: ChatArea,
  services: FollowServices & { readonly readers: Readers },
  ports: ServerPorts,
): Promise<Response> {
  const caller = await callerOf(call, area, services);
  const owner = await services.ownerOf(caller, area);
  const uuid = chatUuid.safeParse(call.raw['answer']);
  if (!uuid.success) throw notFound();
  const after = numberOf(call.request.headers.get('last-event-id')) ?? numberOf(call.raw['after']) ?? 0;
  const { run, message } = await find(uuid.data, owner, services.answers, ports);
  const session = await sessionOfCaller(ports.database.kysely, caller);
  const isForgotten = run === undefined || (run.status !== 'running' && !(await services.answers.hasEvents(run)));
  const seesCosts = (await services.settings()).seesCosts[owner.kind];
  // From here on nothing fails that would leave somebody counted who is not there.
  const leave = services.readers(ownerKey({ kind: owner.kind, id: owner.id ?? 0 }));
  const gone = new AbortController();
  const stopWatch = session ? abortWithSession(ports, session, gone) : () => undefined;
  const events = isForgotten ? wholeOf(message, after, ports) : services.answers.follow(run, after, gone.signal);
  const over = (): void => {
    stopWatch();
    leave();
  };
  return eventStream(told(events, uuid.data, seesCosts, over), {
    // A stream that nobody began to read never comes to its end.
    left: () => {
      over();
      gone.abort();
    },
    failed: (error) => ports.logger.error('chat.streamFailed', { requestId: call.requestId, error }),
  });
}

const numberOf = (text: unknown): number | null => (typeof text === 'string' && /^\d{1,9}$/u.test(text) ? Number(text) : null);

/** The run of an answer, or its message where that has forgotten its run. @throws not found for what is not the owner's */
async function find(
  uuid: string,
  owner: ChatOwner,
  answers: Answers,
  { database: { kysely } }: Pick<ServerPorts, 'database'>,
): Promise<{ readonly run: ChatRun | undefined; readonly message: Message }> {
  const run = await answers.find(uuid);
  if (!run) return { run, ...(await ownMessage(kysely, owner, uuid)) };
  if (run.owner_type !== owner.kind || run.owner_id !== owner.id) throw notFound();
  const message = await kysely.selectFrom('chat_message').select(MESSAGE_COLUMNS).where('id', '=', run.message_id).executeTakeFirst();
  if (!message) throw notFound();
  return { run, message };
}

/** Everything of an answer whose events are forgotten. */
async function* wholeOf(
  { state, finish_reason: finishReason, text, parts, ...message }: Message,
  after: number,
  { clock }: Pick<ServerPorts, 'clock'>,
): AsyncGenerator<readonly AnswerLogEvent[]> {
  const usage = { inputTokens: message.input_tokens, outputTokens: message.output_tokens, cost: message.cost };
  const { thinking = '', sources = [], tools = [] } = parts;
  const events = [
    replaceEvent({ text, thinking, sources, tools, state, finishReason, usage }),
    stateEvent({ state, finishReason, model: message.model_name, modelId: message.model_id ?? 0 }),
  ];
  yield events.map((event, index) => ({ ...event, run_id: 0, seq: after + 1 + index, at_ms: Math.round(clock.nowMs()) }));
}

async function* told(
  portions: AsyncIterable<readonly AnswerLogEvent[]>,
  uuid: string,
  seesCosts: boolean,
  over: () => void,
): AsyncGenerator<readonly StreamEvent[]> {
  try {
    for await (const events of portions)
      yield events.map(({ seq, at_ms: at, kind, data }) => ({
        id: seq,
        data: { data: seesCosts ? data : eventWithoutCosts(kind, data), uuid, kind, seq, at },
      }));
  } finally {
    over();
  }
}
