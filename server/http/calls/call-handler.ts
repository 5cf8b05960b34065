import { HEADER } from '#api/contract/base/wire';
import type { ServerPorts } from '../../ports/ports.ts';
import { isRefusal } from '../../db/base/database-error.ts';
import type { LiveSections } from '../../features/designer/live-sections.ts';
import { isLogged, type AdminLog } from '../../features/base/admin-log.ts';
import type { Caller } from '../../base/caller.ts';
import { base64url } from '../../base/digest.ts';
import { inRequest } from '../../base/log/request-context.ts';
import { BODY_LIMIT_BYTES, LARGE_BODY_BYTES, UPLOAD_TIMEOUT_MS } from '../../base/limits.ts';
import { senderOf, type IncomingCall, type RequestInfo } from '../../routing/call.ts';
import type { CallTarget } from '../../routing/call-path.ts';
import { adminOf, presentedTokens } from './callers.ts';
import { dispatch, type Dispatched, type DispatchServices } from './dispatch.ts';
import { errorReply } from './error-reply.ts';
import { languageOf } from './language.ts';
import type { RawRoutes } from '../../routing/raw-routes.ts';
import { GateError, needLogin, withHeaders } from '../../routing/replies.ts';
import { BodyTooLargeError, readInput, readQueryInput } from '../../routing/request-input.ts';
import { drain, uploadBodyOf } from './upload-body.ts';

export interface CallServices extends DispatchServices {
  readonly adminLog: AdminLog;
  readonly raw: RawRoutes;
  /** How new the sections are that run here, and how they become those of now. */
  readonly sections: Pick<LiveSections, 'clock' | 'sync'>;
}

/**
 * Answers one call: reads it, leads it to its endpoint, turns whatever goes wrong into a reply, and keeps the back office's log. Its id is
 * made here; Hono's `requestId` would take the sender's.
 */
export async function call(
  request: Request,
  url: URL,
  target: CallTarget,
  info: RequestInfo,
  services: CallServices,
  ports: ServerPorts,
): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204 });
  const requestId = base64url(ports.randomBytes(9));
  return inRequest(requestId, () => numberedCall(requestId, request, url, target, info, services, ports));
}

async function numberedCall(
  requestId: string,
  request: Request,
  url: URL,
  target: CallTarget,
  { remoteAddress, takeTime }: RequestInfo,
  services: CallServices,
  ports: ServerPorts,
): Promise<Response> {
  const language = languageOf(request, url);
  const context = { requestId, language, method: request.method, path: url.pathname };
  const startedMs = ports.clock.nowMs();
  const { body, takesQuery } = services.table.find(request.method, target.path)?.endpoint ?? {};
  const isUpload = body === 'file';
  let response: Response;
  try {
    if (isUpload) takeTime?.(UPLOAD_TIMEOUT_MS);
    const knowsRotation = request.headers.has(HEADER.tokenRotation);
    const client = { ip: remoteAddress, userAgent: request.headers.get('user-agent') ?? '', language, knowsRotation };
    const tokens = presentedTokens(request.headers);
    const readBody = async () => {
      if (body !== 'large') return readInput(request, url, BODY_LIMIT_BYTES, takesQuery);
      // Reading costs more than sending: only somebody who is or was signed in may send as much.
      const isKnown =
        tokens.admin === null ? await services.programs.known({ tokens, client }) : await services.sessions.identify(tokens.admin, client);
      if (isKnown) return readInput(request, url, LARGE_BODY_BYTES);
      return readInput(request, url, BODY_LIMIT_BYTES).catch((error: unknown) => {
        throw error instanceof BodyTooLargeError ? new GateError(needLogin('admin', target.spelling)) : error;
      });
    };
    const read = isUpload ? readQueryInput(url) : await readBody();
    const { raw, input } = target.inPath ? { raw: read.raw, input: { ...read.input, ...target.inPath } } : read;
    const one: IncomingCall = {
      request,
      url,
      requestId,
      language,
      client,
      tokens,
      sender: senderOf(target, raw),
      path: target.path,
      raw,
      input,
    };
    response = await answer(one, services, ports).catch((error: unknown) => refuse(one, error, services, context, ports));
  } catch (error) {
    response = errorReply(error, context, ports);
  }
  if (body) await drain(uploadBodyOf(request));
  const isAdmin = request.headers.has(HEADER.adminToken);
  response = withHeaders(response, {
    [HEADER.requestId]: requestId,
    ...(isAdmin && { [HEADER.sections]: String(services.sections.clock()) }),
  });
  ports.logger.debug('request.answered', { ...context, ip: remoteAddress, status: response.status, ms: ports.clock.nowMs() - startedMs });
  return response;
}

async function answer(one: IncomingCall, services: CallServices, ports: ServerPorts): Promise<Response> {
  const raw = services.raw.find(one.request.method, one.path);
  if (raw) return raw(one);
  const { response, caller, entered } = await dispatch(one, services, ports);
  if (response.status === 200 && isKept(one, services)) await logCall({ ...one, entered }, caller, false, services, ports);
  return response;
}

/**
 * What was refused an administrator stands in the log as well, and says so. Of strangers it keeps nothing: they could fill it, and what
 * they tried at the sign-in stands in the security log. Source: wire protocol §1.8, "Admin log".
 */
async function refuse(
  one: IncomingCall,
  error: unknown,
  services: CallServices,
  context: Parameters<typeof errorReply>[1],
  ports: ServerPorts,
): Promise<Response> {
  // Another process has published what this one would hear of in a moment: whoever asked is told so with this reply.
  if (isRefusal(error, 'noColumn') || isRefusal(error, 'noTable')) await services.sections.sync();
  const response = errorReply(error, context, ports);
  // Of a file that did not leave there is nothing to tell.
  const isWrite = one.request.method !== 'GET' && isKept(one, services);
  if (response.status !== 200 || !isWrite) return response;
  const known = one.tokens.admin === null ? services.programs.known(one) : adminOf(one, services.sessions);
  const caller = await known.catch((cause: unknown) => {
    ports.logger.error('adminLog.failed', { requestId: one.requestId, error: cause });
    return null;
  });
  if (caller !== null && typeof caller !== 'string') await logCall(one, { ...caller, idempotencyKey: null }, true, services, ports);
  return response;
}

/** Whether the log of the back office keeps it. */
const isKept = ({ request: { method }, path }: IncomingCall, { table }: CallServices): boolean =>
  isLogged({ method, path, log: table.find(method, path)?.endpoint.log });

async function logCall(
  one: IncomingCall & Pick<Dispatched, 'entered'>,
  caller: Caller,
  isRefused: boolean,
  { adminLog }: CallServices,
  ports: ServerPorts,
): Promise<void> {
  const node = one.path.split('/').slice(2).join('/').replaceAll('.', '/');
  try {
    await adminLog.write({ node, url: one.url.pathname + one.url.search, input: one.input, entered: one.entered, isRefused }, caller);
  } catch (error) {
    // The deed is done; a log that cannot be written must not make it look undone.
    ports.logger.error('adminLog.failed', { requestId: one.requestId, error });
  }
}
