import type { Language } from './messages.ts';

/** From where a call comes, as far as the server needs it. */
export interface Client {
  readonly ip: string;
  readonly userAgent: string;
  readonly language: Language;
  /** Whether the program says that it keeps the newest refresh token, so that each renewal may replace it. */
  readonly knowsRotation?: boolean;
}

/** A write that may be sent twice. Source: security.md rule 31. */
export interface IdempotencyKey {
  readonly key: string;
  /** SHA-256 of what was asked; the same key with another hash is a mistake of the sender. */
  readonly requestHash: string;
}

export interface Visitor {
  readonly kind: 'visitor';
  readonly client: Client;
  /** The tokens that came with the call, valid or not. */
  readonly tokens: PresentedTokens;
}

export interface PresentedTokens {
  readonly admin: string | null;
  readonly member: string | null;
  /** Of another program, which no session stands behind. */
  readonly program?: string | null;
  /** Of a visitor's conversations. */
  readonly chatVisitor?: string | null;
  /** Of a sign-in at a provider elsewhere that this browser has begun: it opens nothing by itself. */
  readonly externalSignIn?: string | null;
}

/** A signed-in administrator with what their groups grant. */
export interface AdminCaller {
  readonly kind: 'admin';
  readonly client: Client;
  readonly tokens: PresentedTokens;
  readonly id: number;
  readonly username: string;
  readonly grants: Grants;
  readonly idempotencyKey: IdempotencyKey | null;
  /** Aborted once whoever asked does not wait for the answer any more; absent where nobody calls. Only for what writes nothing. */
  readonly gone?: () => AbortSignal;
  /** The token by which a program calls in their name; people call without. */
  readonly program?: { readonly tokenId: number; readonly name: string; readonly isReadOnly: boolean };
  /** What writes in their name, where it is not they themselves: so the journal has it. */
  readonly via?: 'chat';
}

export interface Grants {
  /** A group of the account grants `*`. */
  readonly isSuper: boolean;
  /** Records of everybody are in sight although not everything is granted: a program of a super administrator. */
  readonly seesAll?: boolean;
  readonly groupIds: readonly number[];
  /** Granted active rules; empty for a super administrator, who needs none. */
  readonly ruleIds: ReadonlySet<number>;
  /** Names of these rules in lower case. */
  readonly nodes: ReadonlySet<string>;
}

/** A signed-in member with what their group grants. */
export interface MemberCaller {
  readonly kind: 'member';
  readonly client: Client;
  readonly tokens: PresentedTokens;
  readonly id: number;
  readonly username: string;
  readonly groupId: number;
  readonly grants: MemberGrants;
  /** The sign-in that the access token belongs to. */
  readonly familyId: string;
}

/** Rules of members; those of administrators are others. */
export interface MemberGrants {
  /** The group grants `*`. */
  readonly isAll: boolean;
  /** Granted active rules; empty where everything is granted. */
  readonly ruleIds: ReadonlySet<number>;
  /** Names of these rules in lower case. */
  readonly nodes: ReadonlySet<string>;
}

export type Caller = Visitor | AdminCaller | MemberCaller;

/**
 * Whoever reads and writes records: an administrator who called, or the server where nobody did, at its own bidding or at somebody's. What is
 * asked of a sign-in (own-account.ts) takes callers alone.
 */
export interface Writer extends Omit<AdminCaller, 'kind'> {
  readonly kind: 'admin' | 'member' | 'server';
}

/** Somebody who writes, as far as the journal of changes is concerned. */
export type Author = Pick<Writer, 'kind' | 'id' | 'username' | 'client'>;
