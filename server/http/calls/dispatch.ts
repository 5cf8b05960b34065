import { areaOf, nodeOf, type Endpoint } from '#api/contract/base/endpoint';
import { CODE, HEADER } from '#api/contract/base/wire';
import { rejection } from '#domain/base/failure';
import { HANDLER_TIMEOUT_MS, IDEMPOTENCY_KEY_LENGTH, PLAIN_TEXT_LENGTH } from '../../base/limits.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { nowSeconds } from '../../ports/ports.ts';
import type { AdminCaller, Caller, IdempotencyKey, MemberCaller } from '../../base/caller.ts';
import { sha256 } from '../../base/digest.ts';
import { may, mayAsMember } from '../../resources/access/permissions.ts';
import { BusyError, FieldsRefused, SessionEnded } from '../../base/refusal.ts';
import { forbiddenReason } from '../../features/rights/forbidden-reasons.ts';
import type { SecurityLog } from '../../features/base/security-log.ts';
import type { MemberSessions } from '../../features/members/sign-in/member-sessions.service.ts';
import type { SessionService } from '../../features/session/session.service.ts';
import type { IncomingCall } from '../../routing/call.ts';
import { adminOf, memberOf, noteCaller, visitorOf } from './callers.ts';
import { errorReply } from './error-reply.ts';
import { isOpenToProgram, type Programs } from './programs.ts';
import { fileReply, type FileToSend } from '../../routing/file-reply.ts';
import {
  alreadyLoggedIn,
  envelope,
  factorDue,
  FORBIDDEN,
  type Gate,
  GateError,
  needLogin,
  PROGRAM_REFUSED,
  replyHeadersOf,
  TOKEN_EXPIRED,
} from '../../routing/replies.ts';
import type { MountedEndpoint, RouteTable } from '../../routing/route-table.ts';
import { stockReply } from './stock-reply.ts';
import { NO_BODY, uploadBodyOf } from './upload-body.ts';

export interface DispatchServices {
  readonly table: RouteTable;
  readonly sessions: SessionService;
  readonly members: MemberSessions;
  readonly securityLog: SecurityLog;
  readonly programs: Programs;
}

export interface Dispatched {
  readonly response: Response;
  /** Null when nobody was signed in. */
  readonly caller: Caller;
  /** Name of whoever came in by the call. */
  readonly entered?: string | undefined;
}

/**
 * Leads a call through gate, input, handler and output. A path that nobody knows is answered.
 * @throws whatever is refused on the way
 */
export async function dispatch(call: IncomingCall, services: DispatchServices, ports: ServerPorts): Promise<Dispatched> {
  noteCaller({ kind: 'visitor' }, ports);
  const mounted = services.table.find(call.request.method === 'HEAD' ? 'GET' : call.request.method, call.path);
  if (!mounted && !services.table.has(call.path)) return { response: unknownCall(call, ports), caller: visitorOf(call) };
  if (!mounted) throw rejection('refusals.methodNotAllowed');
  const caller = await callerFor(mounted, call, services, ports);
  const input = parseInput(mounted.endpoint, call);
  const isFile = mounted.endpoint.body === 'file';
  const work = mounted.handle(input as never, caller, isFile ? uploadBodyOf(call.request) : NO_BODY);
  // An upload has limits of its own.
  const letGo =
    mounted.endpoint.reply === 'file' ? (file: unknown) => void (file as FileToSend).body.cancel().catch(() => undefined) : null;
  const data = await (isFile ? work : inTime(work, letGo)).catch(async (error: unknown) => {
    await logRefusal(error, mounted, caller, services);
    throw gated(error, caller, call);
  });
  if (mounted.endpoint.reply === 'file') {
    const isProgressWanted = call.request.headers.get(HEADER.progress) === 'rows';
    const context = { requestId: call.requestId, language: call.language, method: call.request.method, path: call.url.pathname };
    const refusalOf = (error: unknown): Response => errorReply(gated(error, caller, call), context, ports);
    return { response: fileReply(data as FileToSend, isProgressWanted ? refusalOf : null), caller };
  }
  const output = mounted.endpoint.output.safeParse(data);
  if (!output.success) throw new Error(`The reply of ${mounted.endpoint.path} does not fit its schema`, { cause: output.error });
  const message = mounted.endpoint.success === 'announced' ? await doneText(mounted, call, ports) : '';
  const reply = stockReply(output.data, mounted.endpoint, call);
  const options = { headers: replyHeadersOf(data) };
  return { response: envelope(CODE.accepted, message, reply, nowSeconds(ports), options), caller, entered: enteredBy(data) };
}

/** What was done, where the call has words for it; the browser names records that were written by itself. */
async function doneText(
  { endpoint: { path }, doneKey }: MountedEndpoint,
  { language }: IncomingCall,
  { messages }: ServerPorts,
): Promise<string> {
  const key = doneKey ? await doneKey() : `calls.done.${nodeOf({ path })}`;
  const text = messages.text(language, key);
  return text === key ? messages.text(language, 'errors.succeeded') : text;
}

/** Calls by which somebody comes in reply with who that is. */
function enteredBy(data: unknown): string | undefined {
  const info = typeof data === 'object' && data !== null && 'userInfo' in data ? data.userInfo : null;
  const name = typeof info === 'object' && info !== null && 'username' in info ? info.username : null;
  return typeof name === 'string' ? name : undefined;
}

/** Whose session has ended meanwhile is answered as the gate would. */
const gated = (error: unknown, caller: Caller, call: IncomingCall): unknown =>
  error instanceof SessionEnded ? new GateError(endedGate(error, caller, call)) : error;

const endedGate = ({ area }: SessionEnded, caller: Caller, { sender }: IncomingCall): Gate =>
  caller.kind === 'admin' && caller.program ? PROGRAM_REFUSED : needLogin(area, sender.dialect);

function unknownCall(call: IncomingCall, ports: ServerPorts): Response {
  const message = ports.messages.text(call.language, 'refusals.unknownCall');
  return envelope(CODE.rejected, message, null, nowSeconds(ports), { status: 404 });
}

/** To our own pages with the reason, where the session was ended from elsewhere: nobody here has signed out. */
function signInWanted(area: 'admin' | 'member', { client, sender }: IncomingCall, wasEnded: boolean): Gate {
  const gate = needLogin(area, sender.dialect);
  return wasEnded && client.knowsRotation === true ? { ...gate, message: 'refusals.endedElsewhere' } : gate;
}

/** Nobody passes whom the endpoint's audience does not name. Source: wire protocol §2.2, security.md rule 9. */
async function callerFor(mounted: MountedEndpoint, call: IncomingCall, services: DispatchServices, ports: ServerPorts): Promise<Caller> {
  return areaOf(mounted.endpoint) === 'admin' ? adminFor(mounted, call, services, ports) : memberFor(mounted, call, services, ports);
}

async function adminFor(mounted: MountedEndpoint, call: IncomingCall, services: DispatchServices, ports: ServerPorts): Promise<Caller> {
  const { audience } = mounted.endpoint;
  const program = audience === 'anyone' ? null : await services.programs.callerOf(call);
  let wasEnded = false;
  const admin = program ?? (await adminOf(call, services.sessions, () => (wasEnded = true)));
  if (audience === 'anyone') {
    const isLoginForm = mounted.node === 'index/login' && mounted.endpoint.method === 'GET';
    if (isLoginForm && admin !== null && typeof admin !== 'string') throw new GateError(alreadyLoggedIn('admin', call.sender.dialect));
    return visitorOf(call);
  }
  if (admin === null) throw new GateError(signInWanted('admin', call, wasEnded));
  if (admin === 'expired') throw new GateError(TOKEN_EXPIRED);
  if (admin === 'factorDue') throw new GateError(factorDue(call.sender.dialect));
  noteCaller(admin, ports);
  const caller = { ...admin, idempotencyKey: await idempotencyKeyOf(mounted.endpoint, call) };
  if (program && !isOpenToProgram(mounted, program)) throw await forbidden(mounted, caller, services);
  const isAllowed = audience === 'signedIn' || (audience === 'super' ? caller.grants.isSuper : may(caller, mounted.node));
  if (!isAllowed) throw await forbidden(mounted, caller, services);
  return caller;
}

/**
 * An expired token makes a visitor of its holder where anyone may call and is answered the same. Stock clients may have nothing to renew it with, and
 * would leave their form for the sign-in: they are visitors there, as the protocol has it.
 */
async function memberFor(mounted: MountedEndpoint, call: IncomingCall, services: DispatchServices, ports: ServerPorts): Promise<Caller> {
  const { audience, method, knowsWho = false } = mounted.endpoint;
  const isOpen = audience === 'anyone';
  // Closed to everybody: nobody is led to a sign-in that is closed too.
  if (!isOpen) await services.members.requireOpen();
  let wasEnded = false;
  const member = await memberOf(call, services.members, () => (wasEnded = true));
  if (member === null || member === 'expired') {
    if (isOpen && !(member === 'expired' && knowsWho && call.client.knowsRotation)) return visitorOf(call);
    throw new GateError(member === null ? signInWanted('member', call, wasEnded) : TOKEN_EXPIRED);
  }
  noteCaller(member, ports);
  if (mounted.node === 'user/checkin' && method === 'GET') {
    await services.members.requireOpen();
    throw new GateError(alreadyLoggedIn('member', call.sender.dialect));
  }
  if (audience === 'super' || (audience === 'permitted' && !mayAsMember(member, mounted.node)))
    throw await forbidden(mounted, member, services);
  return member;
}

async function forbidden({ node }: MountedEndpoint, caller: AdminCaller | MemberCaller, { securityLog }: DispatchServices) {
  const accountType = caller.kind === 'admin' ? 'admin' : 'user';
  await securityLog.write('permission.refused', caller.client, { accountType, accountId: caller.id, detail: { node } });
  return new GateError(FORBIDDEN);
}

/** What the gate lets through and a service refuses for want of rights is a matter for the security log as well: which call, not what was in it. */
async function logRefusal(error: unknown, { node }: MountedEndpoint, caller: Caller, { securityLog }: DispatchServices): Promise<void> {
  const reason = forbiddenReason(error);
  if (caller.kind !== 'admin' || reason === null) return;
  await securityLog.write('permission.refused', caller.client, { accountType: 'admin', accountId: caller.id, detail: { node, reason } });
}

async function idempotencyKeyOf(endpoint: Endpoint, call: IncomingCall): Promise<IdempotencyKey | null> {
  const key = call.request.headers.get(HEADER.idempotencyKey);
  if (!endpoint.idempotent || key === null || key === '') return null;
  if (key.length > IDEMPOTENCY_KEY_LENGTH || !/^[\x21-\x7e]+$/u.test(key)) throw rejection('refusals.idempotencyKey');
  return { key, requestHash: await sha256(JSON.stringify([endpoint.method, call.path, call.input])) };
}

function parseInput(endpoint: Endpoint, call: IncomingCall): unknown {
  const long = endpoint.texts === 'byField' ? [] : Object.keys(call.input).filter((name) => hasLongText(call.input[name]));
  const parsed = long.length > 0 ? null : endpoint.input.safeParse(call.input);
  if (parsed?.success) return parsed.data;
  const names = parsed ? parsed.error.issues.map((issue) => issue.path.map(String).join('.')).filter((name) => name !== '') : long;
  const [first] = names;
  if (first === undefined) throw rejection('refusals.unreadable');
  throw new FieldsRefused(
    Object.fromEntries(names.map((name) => [name, { key: 'refusals.parameter', params: { name: name.slice(0, 60) } }])),
  );
}

/** Judged before any schema matches, trims or splits it. */
function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > PLAIN_TEXT_LENGTH;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLongText);
}

/** Hono's `timeout` would count the time that a slow sender takes for the body. */
function inTime<T>(work: Promise<T>, letGo: ((result: T) => void) | null): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // Nobody waits any more for what it makes.
      if (letGo) work.then(letGo, () => undefined);
      reject(new BusyError(1));
    }, HANDLER_TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
