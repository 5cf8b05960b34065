/** What a reply that is there at once depends on: to make a `Request` of what came in takes longer than to send such a reply. */
export interface PlainQuestion {
  readonly method: string;
  /** As it was written, from the protocol on, which is the one that the browser has. */
  readonly address: string;
  readonly acceptEncoding: string;
  readonly ifNoneMatch: string;
}

/** A reply that only has to be written to the socket. */
export interface PlainReply {
  readonly status: number;
  /** Each name, followed by its value. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
}
