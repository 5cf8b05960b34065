import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBucketFiles } from '#server/adapters/files/bucket-files';
import { createFileStore } from '#server/adapters/files/file-store';
import { silentLogger as logger } from '#server/base/logger';
import type { FileStore } from '#server/ports/upload-ports';
import { type RunningS3, S3_CREDENTIALS, S3_NETWORKS, startS3 } from '#tests/support/servers/s3-server.ts';

const UNREACHABLE = 'refusals.upload.cloudUnreachable';
const ID = 'a'.repeat(32);
/** Longer than a busy machine takes to answer itself. */
const PATIENCE_MS = 2000;
/** Longer than the patience, all in all. */
const SLOW_MS = 3000;

/** A file of long ago, as a store lists it. */
const entry = (key: string) => `<Contents><Key>${key}</Key><LastModified>2020-01-01T00:00:00Z</LastModified></Contents>`;
const textOf = async (stream: ReadableStream<Uint8Array> | null) => stream && (await new Response(stream).text());

/** A store of one's own, which does what real ones do on a bad day. */
describe('a bucket whose store', () => {
  let store: Server;
  let files: FileStore;
  let impatient: FileStore;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const asked: string[] = [];
  const dir = mkdtempSync(join(tmpdir(), 'troupe-bucket-'));
  const local = createFileStore({ dir, randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)), logger });
  const filesOf = (url: string, bucket = 'troupe', patienceMs = PATIENCE_MS) =>
    createBucketFiles({
      target: { url, bucket, region: 'us-east-1' },
      local,
      credentials: S3_CREDENTIALS,
      logger,
      privateNetworks: S3_NETWORKS,
      patience: { answerMs: patienceMs, pieceMs: patienceMs },
      beginAt: () => '',
    });
  beforeAll(async () => {
    store = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      answer(request, response);
    });
    const listening = Promise.withResolvers<undefined>();
    store.listen(0, '127.0.0.1', () => listening.resolve(undefined));
    await listening.promise;
    const url = `http://127.0.0.1:${(store.address() as AddressInfo).port}/troupe`;
    files = filesOf(url);
    impatient = filesOf(url, 'troupe', 300);
  });
  beforeEach(() => {
    asked.length = 0;
  });
  afterAll(() => {
    store.closeAllConnections();
    store.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it('takes the connection and says nothing is not waited for as long as a file may take', async () => {
    answer = () => undefined;
    await expect(impatient.sizeOf(ID)).rejects.toThrow(UNREACHABLE);
    await expect(impatient.read(ID)).rejects.toThrow(UNREACHABLE);
  }, 20_000);

  it('stops in the middle of a file is not waited for either', async () => {
    answer = (_request, response) => void response.writeHead(200, { 'content-length': '10' }).write('12345');
    const stream = await files.read(ID);
    await expect(textOf(stream)).rejects.toThrow(/abort/u);
  }, 20_000);

  it('sends a file slowly, or to somebody who reads slowly, sends all of it', async () => {
    answer = (_request, response) => {
      void (async () => {
        response.writeHead(200, { 'content-length': '6' });
        for (const letter of 'slowly') {
          response.write(letter);
          await pause(SLOW_MS / 6);
        }
        response.end();
      })();
    };
    expect(await textOf(await files.read(ID))).toBe('slowly');
    const reader = (await files.read(ID))?.getReader();
    await pause(SLOW_MS);
    let text = '';
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) text += new TextDecoder().decode(part.value);
    expect(text).toBe('slowly');
  }, 30_000);

  it('knows no ranges is read no further than was asked for', async () => {
    answer = (_request, response) => void response.writeHead(200).end('0123456789');
    expect(await textOf(await files.read(ID, { start: 3, end: 6 }))).toBe('3456');
    expect(await textOf(await files.read(ID, { start: 0, end: 0 }))).toBe('0');
    expect(await textOf(await files.read(ID, { start: 9, end: 9 }))).toBe('9');
  });

  it('lists the same names again and again is left after the first time', async () => {
    const entry = `<Contents><Key>strays/${ID}</Key><LastModified>${new Date().toISOString()}</LastModified></Contents>`;
    answer = (request, response) => {
      const contents = request.url?.includes('strays') === true ? entry : '';
      const isTruncated = contents !== '';
      response.end(`<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${contents}</ListBucketResult>`);
    };
    expect(await files.sweep(0, async () => new Set())).toBe(0);
    expect(asked.length).toBe(3);
  });

  it('lists no more once the process stops', async () => {
    const stop = new AbortController();
    answer = (request, response) => {
      const after = new URL(request.url ?? '', 'http://s3').searchParams.get('start-after') ?? 'strays/0';
      response.end(`<ListBucketResult><IsTruncated>true</IsTruncated>${entry(`${after}0`).replace('2020', '2999')}</ListBucketResult>`);
      if (asked.length === 3) stop.abort();
    };
    expect(await files.sweep(0, async () => new Set(), stop.signal)).toBe(0);
    expect(asked.length).toBe(3);
  });

  it('takes its time to copy within the bucket is waited for', async () => {
    const entry = `<Contents><Key>files/${ID}</Key><LastModified>2020-01-01T00:00:00Z</LastModified></Contents>`;
    answer = (request, response) => {
      const isListed = request.url?.includes('prefix=files') === true;
      const list = `<ListBucketResult><IsTruncated>false</IsTruncated>${isListed ? entry : ''}</ListBucketResult>`;
      if (request.method === 'PUT') setTimeout(() => response.end('<CopyObjectResult/>'), SLOW_MS);
      else response.end(list);
    };
    expect(await files.sweep(0, async () => new Set())).toBe(1);
    expect(asked.at(-1)).toBe(`DELETE /troupe/files/${ID}`);
  }, 30_000);

  it('refuses to move one file has the others moved', async () => {
    const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
    answer = (request, response) => {
      const isListed = request.url?.includes('prefix=files') === true;
      if (request.method === 'PUT') response.writeHead(request.url?.endsWith(ids[1] ?? '') === true ? 500 : 200).end('<CopyObjectResult/>');
      else
        response.end(
          `<ListBucketResult><IsTruncated>false</IsTruncated>${isListed ? ids.map((id) => entry(`files/${id}`)).join('') : ''}</ListBucketResult>`,
        );
    };
    expect(await files.sweep(0, async () => new Set())).toBe(2);
    expect(asked.filter((one) => one.startsWith('DELETE'))).toEqual([`DELETE /troupe/files/${ids[0]}`, `DELETE /troupe/files/${ids[2]}`]);
    answer = (request, response) => {
      const many = Array.from({ length: 9 }, (_, index) => entry(`files/${String(index).repeat(32)}`)).join('');
      if (request.method === 'PUT') response.writeHead(500).end();
      else
        response.end(
          `<ListBucketResult><IsTruncated>false</IsTruncated>${request.url?.includes('=files') === true ? many : ''}</ListBucketResult>`,
        );
    };
    await expect(files.sweep(0, async () => new Set())).rejects.toThrow(UNREACHABLE);
  });

  describe('has no such bucket', () => {
    let s3: RunningS3;
    beforeAll(async () => {
      s3 = await startS3();
    });
    afterAll(() => s3.close());

    it('has lost no file', async () => {
      const mistyped = filesOf(s3.url.replace(/troupe$/u, 'troupes'), 'troupes');
      await expect(mistyped.sizeOf(ID)).rejects.toThrow(UNREACHABLE);
      await expect(mistyped.read(ID)).rejects.toThrow(UNREACHABLE);
      const right = filesOf(s3.url);
      expect([await right.sizeOf(ID), await right.read(ID)]).toEqual([null, null]);
    });
  });
});
