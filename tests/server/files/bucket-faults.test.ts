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
import { type RunningS3, S3_CREDENTIALS, S3_NETWORKS, startS3 } from '#tests/support/s3-server.ts';

const UNREACHABLE = 'refusals.upload.cloudUnreachable';
const ID = 'a'.repeat(32);

const textOf = async (stream: ReadableStream<Uint8Array> | null) => stream && (await new Response(stream).text());

/** A store of one's own, which does what real ones do on a bad day. */
describe('a bucket whose store', () => {
  let store: Server;
  let files: FileStore;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const asked: string[] = [];
  const dir = mkdtempSync(join(tmpdir(), 'troupe-bucket-'));
  const local = createFileStore({ dir, randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)), logger });
  const filesOf = (url: string, bucket = 'troupe') =>
    createBucketFiles({
      target: { url, bucket, region: 'us-east-1' },
      local,
      credentials: S3_CREDENTIALS,
      logger,
      privateNetworks: S3_NETWORKS,
      patience: { answerMs: 300, pieceMs: 300 },
    });
  beforeAll(async () => {
    store = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      answer(request, response);
    });
    const listening = Promise.withResolvers<undefined>();
    store.listen(0, '127.0.0.1', () => listening.resolve(undefined));
    await listening.promise;
    files = filesOf(`http://127.0.0.1:${(store.address() as AddressInfo).port}/troupe`);
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
    await expect(files.sizeOf(ID)).rejects.toThrow(UNREACHABLE);
    await expect(files.read(ID)).rejects.toThrow(UNREACHABLE);
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
          await pause(100);
        }
        response.end();
      })();
    };
    expect(await textOf(await files.read(ID))).toBe('slowly');
    const reader = (await files.read(ID))?.getReader();
    await pause(900);
    let text = '';
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) text += new TextDecoder().decode(part.value);
    expect(text).toBe('slowly');
  });

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
