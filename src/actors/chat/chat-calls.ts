import type { Call } from '#api/client';
import { createTransport } from '#api/transport';
import type { Tokens, TransportOptions } from '#api/wire-request';
import { callsBelow, type ChatArea, type EndpointsOf, FIRST_CALLS, followPath } from '#api/contract/chat/first-calls';
import { Secret } from '#domain/base/secret';
import { createCalls, type CallsOptions } from '../calls/calls.ts';
import { gatewayGuard } from '../calls/retry-on-409.ts';
import { STORAGE_KEY } from '../base/persistence.ts';
import type { AppPorts } from '../base/ports.ts';

export interface ChatCallsOptions extends TransportOptions, Pick<CallsOptions, 'gatewayOf' | 'personOf' | 'log' | 'pause' | 'now'> {
  readonly storage: AppPorts['storage'];
  /** Whose chat it is: that of members and visitors, or that of administrators. */
  readonly area: ChatArea;
  /** Of whoever is signed in to the area. */
  readonly token: () => Secret | null;
}

/** The calls of the chat, and what makes a visitor known to it. */
export interface ChatCalls {
  readonly call: Call;
  readonly area: ChatArea;
  /** Those of whoever asks here that a conversation is shown and gone on with by. */
  readonly endpoints: EndpointsOf<typeof FIRST_CALLS>;
  /** Events of an answer behind a number. @throws FailureError where the server does not open the line */
  readonly follow: (answer: string, lastEventId: number, signal: AbortSignal) => Promise<AsyncIterable<{ readonly data: string }>>;
  readonly visitor: {
    readonly read: () => string | null;
    readonly keep: (token: string) => void;
    readonly forget: () => void;
  };
}

/**
 * The chat speaks as the member, else as the visitor whose token this browser keeps; an administrator's token never goes out with these calls,
 * and in the back office no other does.
 * Source: specification §1, "AI chat"; docs/chat.md.
 */
export function createChatCalls(options: ChatCallsOptions): ChatCalls {
  const { storage, area, token, gatewayOf, personOf, log, pause, now, language, isOnline, fetch } = options;
  const endpoints = callsBelow(area, FIRST_CALLS);
  const visitor = {
    read: () => storage.read(STORAGE_KEY.chatVisitor),
    keep(token: string) {
      try {
        storage.write(STORAGE_KEY.chatVisitor, token);
      } catch {
        log('not stored: the chat will not know this visitor again');
      }
    },
    forget: () => storage.remove(STORAGE_KEY.chatVisitor),
  };
  const tokens = (): Tokens => {
    const own = token();
    if (area === 'admin') return { admin: own, member: null };
    const known = visitor.read();
    return { admin: null, member: own, chatVisitor: own === null && known !== null ? new Secret(known) : null };
  };
  const transport = createTransport({ language, isOnline, ...(fetch && { fetch }) });
  const { call } = createCalls({ transport, tokens, gatewayOf, personOf, announce: () => {}, permissionsStale: () => {}, log, pause, now });
  const path = followPath(area);
  const open: ChatCalls['follow'] = async (answer, lastEventId, signal) => {
    // The page opens without an answer that is being written.
    const { openEventStream } = await import('#api/event-stream');
    return openEventStream({
      path,
      query: { answer },
      tokens: tokens(),
      lastEventId,
      signal,
      language,
      isOnline,
      ...(fetch && { fetch }),
    });
  };
  const guard = gatewayGuard(gatewayOf, personOf);
  // It is no call of the list, for what comes back is a stream; whoever may stop an answer may follow it.
  const asked = { path, audience: endpoints.stop.audience };
  return {
    call,
    area,
    endpoints,
    visitor,
    follow: (answer, lastEventId, signal) => guard(asked, { signal }, () => open(answer, lastEventId, signal)),
  };
}
