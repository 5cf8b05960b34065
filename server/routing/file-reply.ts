import { HEADER } from '#api/contract/base/wire';
import { framed } from '#api/contract/base/framed-file';

/** A file for whoever called, named and still being made. */
export interface FileToSend {
  readonly name: string;
  readonly type: string;
  readonly rows: number;
  /** How many rows are in what has been taken so far, where that can be said. */
  readonly written?: () => number;
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * A file instead of an envelope: offered for saving, kept by nobody on the way. A fault on the way breaks the line, so that no half file looks
 * whole; whoever takes it in pieces that say how many rows are in them so far is told why as well.
 * @param refusalOf the envelope of such a fault, or null where it is not taken in pieces
 */
export function fileReply(
  { name, type, rows, written, body }: FileToSend,
  refusalOf: ((error: unknown) => Response | Promise<Response>) | null,
): Response {
  const plain = name.replaceAll(/[^\w.-]/gu, '_');
  const told = async (error: unknown) => new Uint8Array((await (await refusalOf?.(error))?.arrayBuffer()) ?? new ArrayBuffer());
  const tells = refusalOf !== null && written !== undefined;
  return new Response(tells ? framed(body, written, told) : body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'no-store',
      [HEADER.rowCount]: String(rows),
      ...(tells && { [HEADER.progress]: 'rows' }),
    },
  });
}
