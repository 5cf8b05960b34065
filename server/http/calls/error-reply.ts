import { CODE, HEADER } from '#api/contract/base/wire';
import { FailureError, type Failure } from '#domain/base/failure';
import { isOutOfSpace, isRefusal, isUnavailable } from '../../db/base/database-error.ts';
import { BUSY_RETRY_SECONDS } from '../../base/limits.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { nowSeconds } from '../../ports/ports.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../base/messages.ts';
import { base64url } from '../../base/digest.ts';
import { BusyError, FieldsRefused, OutcomeRefused, RowsRefused } from '../../base/refusal.ts';
import { refusalText, type Say } from '../../base/refusal-text.ts';
import { languageOf } from './language.ts';
import { envelope, GateError, withHeaders, whole } from '../../routing/replies.ts';
import { brokenPage, isOpened } from '../pages/broken-page.ts';
import { BodyTooLargeError } from '../../routing/request-input.ts';

export interface ErrorContext {
  readonly requestId: string;
  readonly language: Language;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
}

/**
 * The one place where an error becomes a reply. Refusals are said in the caller's language; anything unexpected is logged with its
 * stack and answered as HTTP 500 with nothing but the request's id.
 * Source: security.md rule 16.
 */
export function errorReply(error: unknown, context: ErrorContext, ports: Pick<ServerPorts, 'messages' | 'logger' | 'clock'>): Response {
  const time = nowSeconds(ports);
  const say = (key: string, params?: Readonly<Record<string, string | number>>): string =>
    ports.messages.text(context.language, key, params);
  // Nothing that the caller is or may do: their sign-in and their pages stay as they are.
  const passing = (key: string): Response => envelope(CODE.rejected, say(key), { passing: true }, time);
  if (error instanceof GateError) return envelope(error.gate.code, say(error.gate.message), error.gate.data, time, error.gate.options);
  if (error instanceof FieldsRefused) return fieldsReply(error, context.language, say, time);
  if (error instanceof RowsRefused) return rowsReply(error, say, time);
  if (error instanceof OutcomeRefused) {
    const { code, key, params, data } = error.outcome;
    return envelope(code, key && say(key, params), data, time);
  }
  if (error instanceof FailureError && error.failure.kind === 'rejected') return rejectedReply(error.failure, say, time);
  if (error instanceof BodyTooLargeError) {
    return envelope(CODE.rejected, say('refusals.bodyTooLarge'), null, time, { status: 413, headers: { connection: 'close' } });
  }
  const busy = (retryAfterSeconds: number): Response =>
    envelope(CODE.rejected, say('refusals.busy'), null, time, { status: 503, headers: { 'retry-after': String(retryAfterSeconds) } });
  if (error instanceof BusyError) return busy(error.retryAfterSeconds);
  if (isUnavailable(error)) {
    ports.logger.error('request.databaseUnavailable', { requestId: context.requestId, path: context.path, error });
    return busy(BUSY_RETRY_SECONDS);
  }
  // Who writes the same at the same moment, again and again: the next attempt finds it written.
  if (isRefusal(error, 'serialization') || isRefusal(error, 'deadlock')) return busy(BUSY_RETRY_SECONDS);
  if (isOutOfSpace(error)) {
    ports.logger.error('request.diskFull', { requestId: context.requestId, path: context.path, error });
    return envelope(CODE.rejected, say('refusals.storageFull'), null, time, { status: 507 });
  }
  if (isRefusal(error, 'timeout')) {
    ports.logger.warn('request.tookTooLong', { requestId: context.requestId, path: context.path });
    return passing('refusals.tooSlow');
  }
  if (isRefusal(error, 'noColumn') || isRefusal(error, 'noTable')) {
    // A section that was published by another process, which this one hears of in a moment; or a defect, which the log tells.
    ports.logger.error('request.sectionChanged', { requestId: context.requestId, path: context.path, error });
    return passing('refusals.sectionChanged');
  }
  ports.logger.error('request.failed', { requestId: context.requestId, method: context.method, path: context.path, error });
  return envelope(CODE.rejected, say('refusals.internal', { requestId: context.requestId }), null, time, { status: 500 });
}

/** For what went wrong outside a call, as in a page or a stream: the same reply, with an id of its own. */
export function unexpectedReply(
  error: unknown,
  request: Request,
  ports: Pick<ServerPorts, 'messages' | 'logger' | 'clock' | 'randomBytes'>,
): Response {
  const url = new URL(request.url);
  const requestId = base64url(ports.randomBytes(9));
  const context = { requestId, language: languageOf(request, url), method: request.method, path: url.pathname };
  const reply = withHeaders(errorReply(error, context, ports), { [HEADER.requestId]: requestId });
  const made = isOpened(request) ? pageInstead(whole(reply), context, ports) : reply;
  // Hono copies what comes to it from here, before anybody makes it whole.
  return whole(made);
}

/** Whoever has opened a page reads no envelope. */
function pageInstead(reply: Response, { language, requestId }: ErrorContext, ports: Pick<ServerPorts, 'messages'>): Response {
  const { status } = reply;
  if (status < 500) return reply;
  const retrySeconds = Number(reply.headers.get('retry-after') ?? Number.NaN);
  const page = Number.isNaN(retrySeconds)
    ? brokenPage(ports, { status: status === 507 ? 507 : 500, reason: 'fault', language, requestId })
    : brokenPage(ports, { status: 503, reason: 'away', language, retrySeconds });
  return withHeaders(page, { [HEADER.requestId]: requestId });
}

function fieldsReply({ issues, titles }: FieldsRefused, language: Language, say: Say, time: number): Response {
  const fields = Object.fromEntries(Object.entries(issues).map(([name, issue]) => [name, say(issue.key, issue.params)]));
  const [[name, text] = ['', say('refusals.refused')]] = Object.entries(fields);
  const title = (Object.hasOwn(titles, name) && titles[name]) || '';
  const field = typeof title === 'string' ? say(title) : (title[language] ?? title[DEFAULT_LANGUAGE]);
  // A key that nobody knows comes back as it is.
  const msg = field && field !== title ? say('refusals.ofField', { field, text }) : text;
  return envelope(CODE.rejected, msg, { fields }, time);
}

function rowsReply({ refusals }: RowsRefused, say: Say, time: number): Response {
  const rows = Object.fromEntries([...refusals].map(([id, refusal]) => [id, refusalText(say, refusal)]));
  return envelope(CODE.rejected, say('refusals.someRows', { count: refusals.size }), { rows }, time);
}

function rejectedReply(failure: Extract<Failure, { kind: 'rejected' }>, say: Say, time: number): Response {
  const data = failure.current
    ? { conflict: true, row: failure.current }
    : failure.fields
      ? { fields: failure.fields }
      : (failure.target ?? null);
  return envelope(failure.code, say(failure.message, failure.params), data, time);
}
