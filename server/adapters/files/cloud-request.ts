import { rejection } from '#domain/base/failure';
import { CLOUD_TIMEOUT_MS } from '../../base/limits.ts';
import type { Logger } from '../../base/logger.ts';
import type { NetworkList } from '../../base/network.ts';
import { askOutside } from '../outside-request.ts';
import { signedHeaders, type CloudCredentials } from './aws-signature.ts';

export interface CloudAccess {
  readonly credentials: CloudCredentials;
  readonly logger: Pick<Logger, 'error'>;
  /** Where the store may be although the network is a private one. */
  readonly privateNetworks?: NetworkList;
  readonly nowMs?: () => number;
}

interface CloudRequest {
  readonly method: 'HEAD' | 'GET' | 'PUT' | 'DELETE';
  readonly region: string;
  readonly address: URL;
  readonly range?: string | undefined;
  /** What is copied, within the store. */
  readonly source?: string;
  /** What is put; nothing if left out. */
  readonly body?: { readonly sizeBytes: number; readonly chunks: AsyncIterable<Uint8Array> };
  readonly timeoutMs?: number;
}

/**
 * One signed question to an S3-compatible store, whose host comes from the settings alone. Nothing under the key is an answer.
 * @throws a refusal where it does not answer within ten seconds, or refuses
 */
export async function askCloud(
  { credentials, logger, privateNetworks = [], nowMs = Date.now }: CloudAccess,
  { method, region, address, range, source, body, timeoutMs = CLOUD_TIMEOUT_MS }: CloudRequest,
): Promise<Response> {
  const further = source === undefined ? {} : { 'x-amz-copy-source': source };
  const signed = signedHeaders(method, address, region, credentials, nowMs(), { further, hasBody: body !== undefined });
  const headers = {
    ...signed,
    ...(range !== undefined && { range }),
    ...(method === 'PUT' && { 'content-length': String(body?.sizeBytes ?? 0) }),
  };
  let response: Response;
  try {
    response = await askOutside(address, {
      method,
      headers,
      ...(body && { body: body.chunks }),
      signal: AbortSignal.timeout(timeoutMs),
      privateNetworks,
      variable: 'CLOUD_PRIVATE_NETWORKS',
    });
  } catch (error) {
    logger.error('cloud.unreachable', { host: address.host, error: String(error) });
    throw rejection('refusals.upload.cloudUnreachable');
  }
  if (response.ok || response.status === 404) return response;
  await response.body?.cancel();
  logger.error('cloud.refused', { host: address.host, method, status: response.status });
  throw rejection('refusals.upload.cloudUnreachable');
}
