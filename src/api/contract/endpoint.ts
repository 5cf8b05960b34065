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
  readonly input: I;
  readonly output: O;
  /** `announced`: the client shows the server's message, or "Operation successful". Source: specification §8. */
  readonly success: 'announced' | 'silent';
  /** A write that may be sent again: it carries an idempotency key and is answered once. */
  readonly idempotent?: boolean;
  /** `file`: the body is a multipart form that is streamed, and the input is the query. */
  readonly body?: 'file';
  /** One sentence for the API document. */
  readonly summary: string;
}

export type InputOf<E extends Endpoint> = z.input<E['input']>;
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>;
export type OutputOf<E extends Endpoint> = z.output<E['output']>;

/** Declares an endpoint; it is mounted once by the server and called by value by the client. */
export const endpoint = <I extends z.ZodMiniType, O extends z.ZodMiniType>(declaration: Endpoint<I, O>): Endpoint<I, O> => declaration;

/** `/admin/goods.Goods/edit` → `goods/goods/edit`: the permission node in lower case. Source: wire protocol §2.2. */
export const nodeOf = ({ path }: Pick<Endpoint, 'path'>): string => path.split('/').slice(2).join('/').replaceAll('.', '/').toLowerCase();

/** The area whose token a call needs. */
export const areaOf = ({ path }: Pick<Endpoint, 'path'>): 'admin' | 'member' => (path.startsWith('/admin/') ? 'admin' : 'member');

export const nothing = z.object({});
