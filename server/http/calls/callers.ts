import { HEADER } from '#api/contract/base/wire';
import { API_TOKEN_PREFIX } from '#domain/programs/api-token';
import { cookieIn } from '../../base/external-cookie.ts';
import type { AdminCaller, Caller, MemberCaller, PresentedTokens, Visitor } from '../../base/caller.ts';
import type { MemberSessions } from '../../features/members/sign-in/member-sessions.service.ts';
import type { SessionService } from '../../features/session/session.service.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { IncomingCall } from '../../routing/call.ts';

/** What other servers and clients put there is none of ours. */
function programToken(headers: Headers): string | null {
  const header = headers.get('authorization');
  if (header === null) return null;
  const [, token = ''] = /^bearer\s+(\S+)$/iu.exec(header.trim()) ?? [];
  return token.startsWith(API_TOKEN_PREFIX) ? token : null;
}

/** Tokens are read from headers only. Source: security.md rule 5. */
export function presentedTokens(headers: Headers): PresentedTokens {
  const shown = (name: string): string | null => headers.get(name)?.trim() || null;
  return {
    admin: shown(HEADER.adminToken) ?? shown('ba-token'),
    member: shown('bausertoken') ?? shown(HEADER.memberToken),
    chatVisitor: shown(HEADER.chatVisitor),
    program: programToken(headers),
    externalSignIn: cookieIn(headers.get('cookie')),
  };
}

export const visitorOf = (call: IncomingCall): Visitor => ({ kind: 'visitor', client: call.client, tokens: call.tokens });

const TRACED_AS = { admin: 'administrator', member: 'member', visitor: 'visitor' } as const;

/** Tells the trace of the call what kind of caller it has, and never which one. */
export function noteCaller(caller: Pick<Caller, 'kind'> & { readonly program?: unknown }, { tracing }: Pick<ServerPorts, 'tracing'>): void {
  tracing?.tell({ 'troupe.caller': caller.program ? 'program' : TRACED_AS[caller.kind] });
}

/**
 * @param ended hears that the session was ended from elsewhere
 * @returns `expired` for a token that a refresh can replace, `factorDue` for who has to set a second factor up, null when nobody is signed in
 */
export async function adminOf(
  call: IncomingCall,
  sessions: SessionService,
  ended?: () => void,
): Promise<Omit<AdminCaller, 'idempotencyKey'> | 'expired' | 'factorDue' | null> {
  if (call.tokens.admin === null) return null;
  const identity = await sessions.identify(call.tokens.admin, call.client, ended);
  if (identity === null || typeof identity === 'string') return identity;
  return { kind: 'admin', client: call.client, tokens: call.tokens, gone: () => call.request.signal, ...identity };
}

/** The same for the token of a member. */
export async function memberOf(
  call: IncomingCall,
  members: Pick<MemberSessions, 'identify'>,
  ended?: () => void,
): Promise<MemberCaller | 'expired' | null> {
  if (call.tokens.member === null) return null;
  const identity = await members.identify(call.tokens.member, call.client, ended);
  if (identity === null || identity === 'expired') return identity;
  return { kind: 'member', client: call.client, tokens: call.tokens, ...identity };
}
