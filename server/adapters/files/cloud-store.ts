import { rejection } from '#domain/base/failure';
import { CLOUD_HEAD_BYTES, CLOUD_LIST_LENGTH } from '../../base/limits.ts';
import type { CloudForm, CloudStore, CloudTarget } from '../../ports/upload-ports.ts';
import { amzDate, encodedKey, scopeOf, sign } from './aws-signature.ts';
import { askCloud, type CloudAccess } from './cloud-request.ts';
import { detectBytes } from './detect-bytes.ts';
import { parseObjectList } from './object-list.ts';

/** Beside each file sent by a form. */
const MARK_HEADER = 'x-amz-meta-troupe-form';

/** An S3-compatible store: presigned forms for browsers, and signed questions of our own. Source: security.md rule 25; wire protocol §6.8. */
export function createCloudStore(access: CloudAccess): CloudStore {
  const { credentials } = access;
  const ask = (method: 'HEAD' | 'GET' | 'DELETE', { url, region }: CloudTarget, key: string, range?: string): Promise<Response> =>
    askCloud(access, { method, region, address: new URL(`${url}/${encodedKey(key)}`), range });

  return {
    form({ bucket, region }, { key, minSizeBytes, maxSizeBytes, nowMs: atMs, validSeconds, mark, contentType }: CloudForm) {
      const date = amzDate(atMs);
      const scope = scopeOf(date, region);
      const fields = {
        success_action_status: '200',
        'x-amz-algorithm': 'AWS4-HMAC-SHA256',
        'x-amz-credential': `${credentials.keyId}/${scope}`,
        'x-amz-date': date,
        [MARK_HEADER]: mark,
        ...(contentType !== undefined && { 'Content-Type': contentType }),
      };
      const policy = JSON.stringify({
        expiration: new Date(atMs + validSeconds * 1000).toISOString(),
        conditions: [
          { bucket },
          'is' in key ? { key: key.is } : ['starts-with', '$key', key.startsWith],
          ['content-length-range', minSizeBytes, maxSizeBytes],
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

    async list(target, keyPrefix, after) {
      const address = new URL(target.url);
      const query = {
        'list-type': '2',
        'max-keys': String(CLOUD_LIST_LENGTH),
        prefix: keyPrefix,
        ...(after !== '' && { 'start-after': after }),
      };
      // Spaces as the signature has them, not as forms do.
      address.search = Object.entries(query)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join('&');
      const response = await askCloud(access, { method: 'GET', region: target.region, address });
      if (response.status === 404) {
        access.logger.error('cloud.noBucket', { host: address.host, bucket: target.bucket });
        throw rejection('refusals.upload.cloudUnreachable');
      }
      return parseObjectList(await response.text());
    },

    async copy(target, from, to, timeoutMs) {
      const address = new URL(`${target.url}/${encodedKey(to)}`);
      const response = await askCloud(access, {
        method: 'PUT',
        region: target.region,
        address,
        source: encodedKey(`${target.bucket}/${from}`),
        ...(timeoutMs !== undefined && { timeoutMs }),
      });
      // Stores answer before they are done, and say in the text what became of it.
      const text = await response.text();
      if (response.status === 404) return false;
      if (text.includes('<Error>')) throw rejection('refusals.upload.cloudUnreachable');
      return true;
    },

    async markOf(target, key) {
      const about = await ask('HEAD', target, key);
      return about.status === 404 ? null : about.headers.get(MARK_HEADER);
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
