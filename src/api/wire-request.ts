import type { Secret } from '#domain/base/secret';

/** What a request is, for those who send it. */

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Without the base. */
  readonly path: string;
  /** Parameters of a GET or DELETE, and of a POST with a file; the JSON body of any other POST. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly tokens: Tokens;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Absent for as long as it takes. */
  readonly timeoutMs?: number | undefined;
  /** Travels as the part `file` of a multipart form. */
  readonly file?: File | undefined;
  readonly onSent?: OnSent | undefined;
  /** What comes back is a file, unless it is a refusal. */
  readonly isFileWanted?: boolean | undefined;
  readonly onReceived?: OnReceived | undefined;
}

/** How many bytes of a body are on their way, again and again. */
export type OnSent = (sentBytes: number) => void;

/** How much of a file has come. */
export interface ReceivedBytes {
  readonly bytes: number;
  /** Rows in what has come whole, and all that will; null where the server does not say. */
  readonly rows: { readonly done: number; readonly of: number } | null;
}

export type OnReceived = (received: ReceivedBytes) => void;

/** Access tokens; each that is here goes in its own header. A call has those of the area that asks. */
export interface Tokens {
  readonly admin: Secret | null;
  readonly member: Secret | null;
  /** Of whoever chats without a sign-in; other calls have none. */
  readonly chatVisitor?: Secret | null;
}

export interface TransportOptions {
  readonly language: () => string;
  readonly isOnline: () => boolean;
  /** How new the sections are that answer; servers without sections of their own do not say. */
  readonly onSections?: (clock: number) => void;
  /** Once, with the first press of a key or a button: the time to bring what comes late. */
  readonly onTouch?: () => void;
  /** An application in process, or a test's stand-in, instead of the network. */
  readonly fetch?: (request: Request) => Response | Promise<Response>;
}

/** A request whose secrets are revealed, with the headers of the moment when it was made. */
export interface ReadyRequest extends Omit<WireRequest, 'input' | 'tokens'>, Pick<TransportOptions, 'isOnline' | 'onSections'> {
  readonly values: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

export interface FormRequest {
  /** Absolute: a form goes to another site than ours. */
  readonly url: string;
  readonly form: FormData;
  readonly isOnline: () => boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onSent?: OnSent | undefined;
}
