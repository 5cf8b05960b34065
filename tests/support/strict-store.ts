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

interface Policy {
  readonly expiration: string;
  readonly conditions: readonly (Readonly<Record<string, string>> | readonly [string, string | number, string | number])[];
}

/**
 * In front of a store that does not look at the policies of forms: refuses those whose time is over, files of another length and keys and
 * fields that the policy does not let in, as stores of the trade do.
 */
export async function startStrictStore(bucketUrl: string, nowMs: () => number): Promise<StrictStore> {
  const answers: number[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      // Byte for byte: a file is no text.
      request.setEncoding('latin1');
      const form = await text(request);
      const type = request.headers['content-type'] ?? '';
      const status = isLetIn(fieldsOf(form, type), nowMs()) ? await passOn(form, type) : 403;
      answers.push(status);
      response.writeHead(status, { 'access-control-allow-origin': '*' }).end();
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

function fieldsOf(form: string, type: string): Readonly<Record<string, string>> {
  const boundary = `--${/boundary="?(?<boundary>[^";]+)/u.exec(type)?.groups?.['boundary'] ?? ''}`;
  const parts = form.split(boundary).flatMap((part) => {
    const [, name, value] = /^\r\n[^]*?name="([^"]+)"[^]*?\r\n\r\n([^]*)\r\n$/u.exec(part) ?? [];
    return name === undefined ? [] : [[name, Buffer.from(value ?? '', 'latin1').toString(name === 'file' ? 'latin1' : 'utf8')] as const];
  });
  return Object.fromEntries(parts);
}

const FREE_FIELDS = new Set(['policy', 'x-amz-signature', 'file']);

function isLetIn(fields: Readonly<Record<string, string>>, nowMs: number): boolean {
  const { expiration, conditions } = JSON.parse(Buffer.from(fields['policy'] ?? '', 'base64').toString()) as Policy;
  const named = new Set<string>();
  const holds = conditions.every((condition) => {
    if (!Array.isArray(condition)) {
      const [name = '', value] = Object.entries(condition)[0] ?? [];
      named.add(name);
      return name === 'bucket' || fields[name] === value;
    }
    const [kind, one, other] = condition as readonly [string, string | number, string | number];
    const size = fields['file']?.length ?? 0;
    if (kind === 'content-length-range') return size >= Number(one) && size <= Number(other);
    const name = String(one).slice(1);
    named.add(name);
    return kind === 'starts-with' && (fields[name] ?? '').startsWith(String(other));
  });
  return Date.parse(expiration) > nowMs && holds && Object.keys(fields).every((name) => named.has(name) || FREE_FIELDS.has(name));
}
