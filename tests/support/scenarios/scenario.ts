/**
 * What goes wrong between client and server, as data. One scenario is played in process (`line.ts`) and in a real browser
 * (`browser-line.ts`); nothing in it is left to chance: which call it concerns is said by method, path and number.
 */
export interface Scenario {
  readonly name: string;
  /** The first rule that fits a call decides; a call that none fits passes untouched. */
  readonly rules: readonly FaultRule[];
}

export interface FaultRule {
  readonly on: CallPattern;
  /** When its outcome reaches the client; at once if left out. The server has dealt with the call by then. */
  readonly when?: Timing;
  /** What becomes of it; the server's own reply if left out. */
  readonly what?: Fault;
}

export interface CallPattern {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** As the contract has it, without the base and the query; case does not matter. Any path if left out. */
  readonly path?: string;
  /** Which of the calls with this method and path, from 1; every one if left out. */
  readonly nth?: number;
}

export type Timing =
  /** Held until a test releases this label. */
  | { readonly held: string }
  /** So many milliseconds of the line's own clock, which only a test moves. */
  | { readonly slowMs: number }
  /** Overtaken: after the outcome of the nth call that fits the pattern, whichever was sent first. */
  | { readonly after: number };

export type Fault =
  /** Never reaches the server. */
  | { readonly kind: 'requestLost' }
  /** The server has dealt with it, and nobody hears of that. */
  | { readonly kind: 'replyLost' }
  /** The connection is gone, for this call and for all that follow, until a test reconnects. */
  | { readonly kind: 'offline' }
  /** The connection breaks after so many bytes of the body. */
  | { readonly kind: 'bodyCut'; readonly afterBytes: number }
  /** An event stream breaks at the boundary behind so many messages; 0 is before the first. */
  | { readonly kind: 'streamCut'; readonly afterMessages: number }
  /** The reply ends in good order after so many bytes, as from a proxy that lost the rest. */
  | { readonly kind: 'truncated'; readonly afterBytes: number }
  /** Instead of the server somebody else answers, such as a proxy. */
  | { readonly kind: 'answered'; readonly status?: number; readonly type?: string; readonly body: string }
  /** The server deals with it; these members of its envelope are others. */
  | { readonly kind: 'rewritten'; readonly envelope: EnvelopePatch };

export interface EnvelopePatch {
  readonly code?: number | string;
  readonly msg?: string | null;
  readonly data?: unknown;
}

const PAGE = '<!doctype html><html><body><h1>It works!</h1></body></html>';

/** An HTTP status with the page a proxy would send along. */
export const status = (code: number): Fault => ({ kind: 'answered', status: code, type: 'text/html', body: PAGE });

/** A page where a reply was expected. */
export const htmlPage: Fault = { kind: 'answered', type: 'text/html', body: PAGE };

export const emptyBody: Fault = { kind: 'answered', type: 'application/json', body: '' };

/** An envelope that the server never wrote; it does not hear of the call. */
export const envelope = ({ code = 0, msg = '', data = null }: EnvelopePatch): Fault => ({
  kind: 'answered',
  type: 'application/json; charset=utf-8',
  body: JSON.stringify({ code, msg, time: 1_768_435_200, data }),
});
