import { rejection } from '#domain/base/failure';
import { CLOUD_HEAD_BYTES, CLOUD_TIMEOUT_MS } from '../../base/limits.ts';
import type { Logger } from '../../base/logger.ts';
import type { NetworkList } from '../../base/network.ts';
import type { CloudForm, CloudStore, CloudTarget } from '../../ports/upload-ports.ts';
import { amzDate, encodedKey, scopeOf, sign, signedHeaders, type CloudCredentials } from './aws-signature.ts';
import { detectBytes } from './detect-file.ts';
import { askOutside } from './outside-request.ts';

export interface CloudStoreOptions {
  readonly credentials: CloudCredentials;
  readonly logger: Pick<Logger, 'error'>;
  /** Where the store may be although the network is a private one. */
  readonly privateNetworks?: NetworkList;
  readonly nowMs?: () => number;
}

/** An S3-compatible store: presigned forms for browsers, and signed questions of our own. Source: security.md rule 25; wire protocol §6.8. */
export function createCloudStore({ credentials, logger, privateNetworks = [], nowMs = Date.now }: CloudStoreOptions): CloudStore {
  /** Waits ten seconds; the host comes from the settings alone. */
  async function ask(method: 'HEAD' | 'GET' | 'DELETE', { url, region }: CloudTarget, key: string, range?: string): Promise<Response> {
    const address = new URL(`${url}/${encodedKey(key)}`);
    const headers = { ...signedHeaders(method, address, region, credentials, nowMs()), ...(range !== undefined && { range }) };
    let response: Response;
    try {
      response = await askOutside(address, { method, headers, timeoutMs: CLOUD_TIMEOUT_MS, privateNetworks });
    } catch (error) {
      logger.error('cloud.unreachable', { host: address.host, error: String(error) });
      throw rejection('refusals.upload.cloudUnreachable');
    }
    if (response.ok || response.status === 404) return response;
    await response.body?.cancel();
    logger.error('cloud.refused', { host: address.host, method, status: response.status });
    throw rejection('refusals.upload.cloudUnreachable');
  }

  return {
    form({ bucket, region }, { keyPrefix, maxSizeBytes, nowMs: atMs, validSeconds }: CloudForm) {
      const date = amzDate(atMs);
      const scope = scopeOf(date, region);
      const fields = {
        success_action_status: '200',
        'x-amz-algorithm': 'AWS4-HMAC-SHA256',
        'x-amz-credential': `${credentials.keyId}/${scope}`,
        'x-amz-date': date,
      };
      const policy = JSON.stringify({
        expiration: new Date(atMs + validSeconds * 1000).toISOString(),
        conditions: [
          { bucket },
          ['starts-with', '$key', keyPrefix],
          ['content-length-range', 0, maxSizeBytes],
          ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
        ],
      });
      const text = Buffer.from(policy).toString('base64');
      return { ...fields, policy: text, 'x-amz-signature': sign(credentials.secret, scope, text) };
    },

    async inspect(target, key) {
      const about = await ask('HEAD', target, key);
      if (about.status === 404) return null;
      const sizeBytes = Number(about.headers.get('content-length') ?? NaN);
      if (!Number.isSafeInteger(sizeBytes)) throw rejection('refusals.upload.cloudUnreachable');
      const bytes = sizeBytes === 0 ? new Uint8Array() : await firstBytes(await ask('GET', target, key, `bytes=0-${CLOUD_HEAD_BYTES - 1}`));
      return { sizeBytes, ...(await detectBytes(key, bytes)) };
    },

    async remove(target, key) {
      const response = await ask('DELETE', target, key);
      await response.body?.cancel();
    },
  };
}

/** A store that ignores the range is not read beyond it. */
async function firstBytes(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      sizeBytes += chunk.byteLength;
      if (sizeBytes >= CLOUD_HEAD_BYTES) break;
    }
  } catch {
    throw rejection('refusals.upload.cloudUnreachable');
  }
  return Buffer.concat(chunks).subarray(0, CLOUD_HEAD_BYTES);
}
