import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface StrictStore {
  /** Of the bucket behind it. */
  readonly url: string;
  /** What it answered to each form, in order. */
  readonly answers: readonly number[];
  close(): Promise<void>;
}

/** In front of a store that does not look at the policies of forms: refuses those whose time is over, as stores of the trade do. */
export async function startStrictStore(bucketUrl: string, nowMs: () => number): Promise<StrictStore> {
  const answers: number[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      // Byte for byte: a file is no text.
      request.setEncoding('latin1');
      const form = await text(request);
      const policy = /name="policy"\r\n\r\n(?<policy>[\w+/=]+)/u.exec(form)?.groups?.['policy'] ?? '';
      const { expiration } = JSON.parse(Buffer.from(policy, 'base64').toString()) as { readonly expiration: string };
      const status = Date.parse(expiration) <= nowMs() ? 403 : await passOn(form, request.headers['content-type'] ?? '');
      answers.push(status);
      response.writeHead(status).end();
    })();
  });
  const passOn = async (form: string, type: string): Promise<number> =>
    (await fetch(bucketUrl, { method: 'POST', headers: { 'content-type': type }, body: Buffer.from(form, 'latin1') })).status;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    answers,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
