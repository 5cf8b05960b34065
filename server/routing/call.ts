import type { Dialect } from '#api/contract/base/dialect';
import type { Client, PresentedTokens } from '../base/caller.ts';
import type { Language } from '../base/messages.ts';
import type { CallTarget } from './call-path.ts';
import type { RequestInput } from './request-input.ts';

/** What the socket knows of a request. */
export interface RequestInfo {
  /** The other end of the socket; headers that claim another one are not believed. */
  readonly remoteAddress: string;
  /** Whether a listed proxy has been asked over TLS; the socket itself tells nothing of it. */
  readonly isEncrypted?: boolean;
  /** Lets the sender take longer for the body than usual. */
  readonly takeTime?: (bodyMs: number) => void;
}

/** The address as the browser has it: behind a proxy that speaks TLS for this server, the socket has it without. */
export function urlOf({ url }: Request, info?: Pick<RequestInfo, 'isEncrypted'>): URL {
  const address = new URL(url);
  if (info?.isEncrypted === true) address.protocol = 'https:';
  return address;
}

/** One call on its way to its endpoint. */
export interface IncomingCall {
  readonly request: Request;
  readonly url: URL;
  readonly requestId: string;
  readonly language: Language;
  readonly client: Client;
  readonly tokens: PresentedTokens;
  readonly sender: Sender;
  readonly path: string;
  readonly raw: RequestInput;
  readonly input: RequestInput;
}

/** Who sends, as far as the wire shows it. Source: wire protocol §0.1. */
export interface Sender {
  /** Which spelling and codes they understand; null where they have written nothing that the dialects write differently. */
  readonly dialect: Dialect | null;
  /** Whether they are taken for a stock client: our own comes by the base path and in the newer spelling. */
  readonly isStock: boolean;
}

const NEWER_NAMES: readonly string[] = ['quickSearch', 'refreshToken', 'orderId', 'requiredLogin'];
const OLDER_NAMES: readonly string[] = ['quick_search', 'refresh_token', 'order_id'];

/** Nothing on the wire announces the version: names tell it, and the path. Who writes both spellings understands the newer one. */
export function senderOf({ hasBase, spelling }: Pick<CallTarget, 'hasBase' | 'spelling'>, raw: RequestInput): Sender {
  const has = (name: string): boolean => Object.hasOwn(raw, name);
  const dialect = NEWER_NAMES.some(has) ? 'v2' : OLDER_NAMES.some(has) ? 'v1' : spelling;
  return { dialect, isStock: !hasBase || dialect === 'v1' };
}
