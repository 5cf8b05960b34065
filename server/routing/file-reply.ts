import { HEADER } from '#api/contract/base/wire';

/** A file for whoever called, named and still being made. */
export interface FileToSend {
  readonly name: string;
  readonly type: string;
  readonly rows: number;
  readonly body: ReadableStream<Uint8Array>;
}

/** A file instead of an envelope: offered for saving, kept by nobody on the way. A fault on the way breaks the line, so that no half file looks whole. */
export function fileReply({ name, type, rows, body }: FileToSend): Response {
  const plain = name.replaceAll(/[^\w.-]/gu, '_');
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'no-store',
      [HEADER.rowCount]: String(rows),
    },
  });
}
