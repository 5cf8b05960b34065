import { createHash, createHmac } from 'node:crypto';

/** Signatures of S3-compatible stores, version 4. */

export interface CloudCredentials {
  readonly keyId: string;
  readonly secret: string;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** `20260115T000000Z` */
export const amzDate = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d{3}/gu, '');

/** Where and when a signature holds: `20260115/eu-central-1/s3/aws4_request`. */
export const scopeOf = (date: string, region: string, service = 's3'): string => `${date.slice(0, 8)}/${region}/${service}/aws4_request`;

export function signingKey(secret: string, scope: string): Buffer {
  return scope.split('/').reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${secret}`) as Buffer;
}

/** Signs a text, such as the policy of a form. */
export const sign = (secret: string, scope: string, text: string): string => hmac(signingKey(secret, scope), text).toString('hex');

const encodeUri = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/gu, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** A key as it stands in an address. */
export const encodedKey = (key: string): string => key.split('/').map(encodeUri).join('/');

/** A query as it is signed: by name, everything encoded. */
const canonicalQuery = ({ searchParams }: URL): string =>
  [...searchParams]
    .map(([name, value]) => `${encodeUri(name)}=${encodeUri(value)}`)
    .sort()
    .join('&');

/** The headers of a request, whose body is not signed with them; further ones of the store's own are. */
export function awsSignedHeaders(
  method: string,
  url: URL,
  region: string,
  { keyId, secret }: CloudCredentials,
  nowMs: number,
  { further = {}, hasBody = false }: { readonly further?: Readonly<Record<string, string>>; readonly hasBody?: boolean } = {},
): Record<string, string> {
  const date = amzDate(nowMs);
  const scope = scopeOf(date, region);
  const payload = hasBody ? 'UNSIGNED-PAYLOAD' : sha256('');
  const headers = { host: url.host, 'x-amz-content-sha256': payload, 'x-amz-date': date, ...further };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const request = [method, url.pathname, canonicalQuery(url), lines.join(''), names, payload].join('\n');
  const signature = sign(secret, scope, ['AWS4-HMAC-SHA256', date, scope, sha256(request)].join('\n'));
  return {
    'x-amz-content-sha256': payload,
    'x-amz-date': date,
    ...further,
    authorization: `AWS4-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
