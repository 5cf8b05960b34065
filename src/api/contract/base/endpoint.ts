import * as z from 'zod/mini';

/**
 * Who may call: `anyone`; a signed-in person of the area; one whose groups grant the endpoint's node; super administrators.
 * The area (administrator or member) follows from the path's first segment, unless `area` says `both`.
 */
export type Audience = 'anyone' | 'signedIn' | 'permitted' | 'super';

export interface Endpoint<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** As stock clients spell it, without the base; matched without regard to case. */
  readonly path: `/${'admin' | 'api'}/${string}`;
  readonly audience: Audience;
  /** Open to anyone, but not the same for all: whose token has run out renews it first, and is no visitor. Not so stock clients. */
  readonly knowsWho?: true;
  readonly input: I;
  readonly output: O;
  /** `announced`: the client shows the server's message, or "Operation successful". Source: specification §8. */
  readonly success: 'announced' | 'silent';
  /** A write that may be sent again: it carries an idempotency key and is answered once. */
  readonly idempotent?: boolean;
  /** A write that names what it makes: sent again it finds that, and is answered with it. */
  readonly named?: true;
  /** A POST that changes nothing, and goes by POST because its input is too much for an address: it may be sent again as a GET may. */
  readonly reads?: true;
  /** `file`: the body is a multipart form that is streamed, and the input is the query. `large`: it may hold a file's worth of rows. */
  readonly body?: 'file' | 'large';
  /** Clients of the family send what this POST takes in its address. What the body says of the same name counts. */
  readonly takesQuery?: true;
  /** `byField`: each text is measured by what it is for, as those of records are. The texts of other calls have a common limit. */
  readonly texts?: 'byField';
  /** `file`: what comes back is a file that is streamed; only a refusal is an envelope. */
  readonly reply?: 'file';
  /** `never`: a call of the back office that does nothing which somebody would look for in its log, although it is a POST. */
  readonly log?: 'never';
  /** The neighbour whose right it asks for, such as `index`, where it has no right of its own; one of another page by the whole node. */
  readonly right?: string;
  /** One sentence for the API document. */
  readonly summary: string;
}

export type InputOf<E extends Endpoint> = z.input<E['input']>;
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>;
export type OutputOf<E extends Endpoint> = z.output<E['output']>;

/** Declares an endpoint; it is mounted once by the server and called by value by the client. */
export const endpoint = <I extends z.ZodMiniType, O extends z.ZodMiniType>(declaration: Endpoint<I, O>): Endpoint<I, O> => declaration;

/** A file that came as a reply. */
export interface FileReply {
  readonly name: string;
  readonly blob: Blob;
  /** How many records are in it. */
  readonly rows: number;
}

/** The output of an endpoint whose reply is a file; the client makes it, the server never parses it. */
export const fileOutput = z.custom<FileReply>();

/** `/admin/goods.Goods/edit` → `goods/goods/edit`: the permission node in lower case. Source: wire protocol §2.2. */
export function nodeOf({ path, right }: Pick<Endpoint, 'path' | 'right'>): string {
  if (right?.includes('/')) return right;
  const own = path.split('/').slice(2);
  return (right === undefined ? own : [...own.slice(0, -1), right]).join('/').replaceAll('.', '/').toLowerCase();
}

/** The area whose token a call needs. */
export const areaOf = ({ path }: Pick<Endpoint, 'path'>): 'admin' | 'member' => (path.startsWith('/admin/') ? 'admin' : 'member');

export const nothing = z.object({});
