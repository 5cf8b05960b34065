import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { networkList } from '#server/base/network';

interface S3Options {
  readonly address: string;
  readonly port: number;
  readonly silent: boolean;
  readonly directory: string;
  readonly resetOnClose: boolean;
  readonly vhostBuckets: boolean;
  readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly string[] }[];
}

interface S3Server {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}

/** The one account that the server knows. */
export const S3_CREDENTIALS = { keyId: 'S3RVER', secret: 'S3RVER' };
export const S3_BUCKET = 'troupe';
/** This machine. */
export const S3_NETWORKS = networkList(['127.0.0.1', '::1']) ?? [];

/** Any page may post forms. */
const CORS =
  '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>POST</AllowedMethod><AllowedMethod>GET</AllowedMethod><AllowedHeader>*</AllowedHeader></CORSRule></CORSConfiguration>';

export interface RunningS3 {
  /** Of the bucket: where forms are posted. */
  readonly url: string;
  close(): Promise<void>;
}

/** A real S3-compatible server in this process, with one empty bucket. It checks signatures, but not the policies of forms. */
export async function startS3(): Promise<RunningS3> {
  // @ts-expect-error -- the package has no types
  const { default: Server } = (await import('@20minutes/s3rver')) as { default: new (options: S3Options) => S3Server };
  const directory = await mkdtemp(join(tmpdir(), 'troupe-s3-'));
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    resetOnClose: false,
    vhostBuckets: false,
    configureBuckets: [{ name: S3_BUCKET, configs: [CORS] }],
  });
  const { port } = await server.run();
  return {
    url: `http://127.0.0.1:${port}/${S3_BUCKET}`,
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
