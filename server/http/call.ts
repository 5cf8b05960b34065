import type { Client, PresentedTokens } from '../services/caller.ts';
import type { Language } from '../services/messages.ts';
import type { Input } from './request-input.ts';

/** What the socket knows of a request. */
export interface RequestInfo {
  /** The other end of the socket; headers that claim another one are not believed. */
  readonly remoteAddress: string;
  /** Lets the sender take longer for the body than usual. */
  readonly takeTime?: (bodyMs: number) => void;
}

/** One call on its way to its endpoint. */
export interface Call {
  readonly request: Request;
  readonly url: URL;
  readonly requestId: string;
  readonly language: Language;
  readonly client: Client;
  readonly tokens: PresentedTokens;
  /** Which spelling and codes the sender understands. Source: wire protocol §0.1. */
  readonly dialect: 'v1' | 'v2';
  readonly path: string;
  readonly raw: Input;
  readonly input: Input;
}

/** Nothing on the wire announces the version: it is told from the base path and from the older names. */
export const dialectOf = (hasBase: boolean, raw: Input): Call['dialect'] =>
  hasBase || Object.hasOwn(raw, 'refresh_token') || Object.hasOwn(raw, 'quick_search') ? 'v1' : 'v2';
