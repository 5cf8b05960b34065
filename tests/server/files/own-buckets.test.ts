import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSystem } from '#api/contract/observe/system';
import { isSameBucket } from '#server/ports/same-bucket';
import { silentLogger as logger } from '#server/base/logger';
import { assertBuckets } from '#server/boot/assert-buckets';
import { checkSetting } from '#server/features/settings/config-checks';
import { S3_CREDENTIALS, S3_NETWORKS, type RunningS3, startS3 } from '#tests/support/servers/s3-server.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const OWN = { url: 'https://s3.example.com/troupe-files', bucket: 'troupe-files' };

const start = (url: string, bucket = 'troupe') =>
  assertBuckets(
    {
      cloudCredentials: S3_CREDENTIALS,
      cloudNetworks: S3_NETWORKS,
      filesBucket: { url, bucket, region: 'us-east-1' },
      backup: { bucket: undefined },
    },
    logger,
  );

describe('a bucket of this installation alone', () => {
  it('is handed on by the example of two processes, with all that is said of it', () => {
    const read = readFileSync('server/boot/env-buckets.ts', 'utf8').matchAll(/'(?<name>(?:FILES|BACKUP|CLOUD)_[A-Z_]+)'/gu);
    const names = new Set([...read].map(({ groups }) => groups?.['name'] ?? ''));
    const compose = readFileSync('deploy/compose.yaml', 'utf8');
    expect([names.size, [...names].filter((name) => !compose.includes(`    ${name}: \${${name}:-}\n`))]).toEqual([8, []]);
  });

  it.each([
    ['https://s3.example.com/troupe-files', true],
    ['https://S3.example.com/troupe-files/', true],
    ['https://troupe-files.s3.example.com', true],
    ['https://s3.example.com/troupe-public', false],
    ['https://s3.example.org/troupe-files', false],
    ['', false],
  ])('is told from the one at %s: the same is %s', (url, isSame) => {
    expect(isSameBucket(OWN, { url, bucket: 'troupe-files' })).toBe(isSame);
    const issue = checkSetting('upload_cloud_url', url, { ip: '', groupsInUse: [], ownBuckets: [OWN] });
    expect(issue?.key).toBe(isSame ? 'refusals.settings.ownBucket' : undefined);
  });

  describe('that the settings have as well', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await createTestServer({ ports: { ownBuckets: [OWN] } });
    });
    afterAll(() => server.close());

    it('is told on the page of the system', async () => {
      const { token } = await server.signIn();
      const told = async () => (await server.call(readSystem, {}, { token })).findings.filter(({ what }) => what === 'bucketShared');
      expect(await told()).toEqual([]);
      const put = (name: string, value: string) =>
        server.ports.database.kysely.updateTable('config').set({ value }).where('name', '=', name).execute();
      await put('upload_cloud_url', 'https://troupe-files.s3.example.com/');
      await put('upload_cloud_bucket', 'troupe-files');
      expect(await told()).toEqual([{ what: 'bucketShared', level: 'bad' }]);
    });
  });

  describe('at the start', () => {
    let s3: RunningS3;
    let page: Server;
    beforeAll(async () => {
      s3 = await startS3();
      page = createServer((_request, response) => void response.end('<html></html>'));
      await new Promise<void>((listening) => page.listen(0, '127.0.0.1', () => listening()));
    });
    afterAll(async () => {
      await s3.close();
      page.close();
    });
    it('is there, or the start says what is wrong; a store that is away keeps nobody from starting', async () => {
      await expect(start(s3.url)).resolves.toBeUndefined();
      await expect(start(s3.url.replace(/troupe$/u, 'troupes'), 'troupes')).rejects.toThrow(
        /FILES_BUCKET: There is no bucket .*NoSuchBucket/u,
      );
      await expect(start(`http://127.0.0.1:${(page.address() as AddressInfo).port}/troupe`)).rejects.toThrow('is no bucket');
      await expect(start('http://127.0.0.1:9/troupe')).resolves.toBeUndefined();
    });

    it.each([
      ['FILES_BUCKET', 'a key that the store refuses', 'troupe', 'wrong', /The bucket .* SignatureDoesNotMatch/u],
      ['BACKUP_BUCKET', 'a key that the store refuses', 'troupe', 'wrong', /The bucket .* SignatureDoesNotMatch/u],
      ['BACKUP_BUCKET', 'no bucket', 'troupes', S3_CREDENTIALS.secret, /There is no bucket .*NoSuchBucket/u],
    ])('where %s has %s, the log says so and the rest works', async (variable, _what, bucket, secret, said) => {
      const told: unknown[] = [];
      const credentials = { ...S3_CREDENTIALS, secret };
      const target = { url: s3.url.replace(/troupe$/u, bucket), bucket, region: 'us-east-1' };
      await assertBuckets(
        {
          cloudCredentials: credentials,
          cloudNetworks: S3_NETWORKS,
          filesBucket: variable === 'FILES_BUCKET' ? target : undefined,
          backup: { bucket: variable === 'BACKUP_BUCKET' ? { target, credentials } : undefined },
        },
        { ...logger, error: (...line) => void told.push(line) },
      );
      expect(told).toEqual([['bucket.refused', { variable, url: target.url, said: expect.stringMatching(said) }]]);
    });

    it('is away where its store falls silent in its answer, or somebody before the store knows it not', async () => {
      const silent = createServer((request, response) => {
        if (request.url?.startsWith('/silent') === true) {
          response.writeHead(200, { 'content-length': '500' }).write('<List');
          setTimeout(() => response.destroy(), 50);
        } else response.writeHead(404).end('404 page not found');
      });
      await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', () => listening()));
      const { port } = silent.address() as AddressInfo;
      await expect(start(`http://127.0.0.1:${port}/silent`, 'silent')).resolves.toBeUndefined();
      await expect(start(`http://127.0.0.1:${port}/troupe`)).resolves.toBeUndefined();
      silent.close();
    });
  });
});
