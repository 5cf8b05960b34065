import { rejection } from '#domain/base/failure';
import { CLOUD_TIMEOUT_MS, UPLOAD_IDLE_MS } from '../../base/limits.ts';
import type { Logger } from '../../base/logger.ts';
import type { NetworkList } from '../../base/network.ts';
import { askOutside } from '../outside-request.ts';
import { awsSignedHeaders, type CloudCredentials } from './aws-signature.ts';

export interface CloudAccess {
  readonly credentials: CloudCredentials;
  readonly logger: Pick<Logger, 'error'>;
  /** Where the store may be although the network is a private one. */
  readonly privateNetworks?: NetworkList;
  readonly nowMs?: () => number;
  /** How long the store may be silent: before the head of an answer, and between the pieces of a file. */
  readonly patience?: { readonly answerMs: number; readonly pieceMs: number };
}

const PATIENCE = { answerMs: CLOUD_TIMEOUT_MS, pieceMs: UPLOAD_IDLE_MS };

/** A large file is written, or copied within the store, before it answers. */
export const CLOUD_WRITE_MS = 300_000;

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
  /** A file may take as long as it needs, while pieces of it go or come. Otherwise the time is for all of the answer. */
  readonly isFile?: boolean;
  /** Statuses of refusals that are an answer here. */
  readonly answers?: readonly number[];
  /** Gives it up, the body of its answer too. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * One signed question to an S3-compatible store, whose host comes from the settings alone. Nothing under the key is an answer.
 * @throws a refusal where it does not answer within its time, which is ten seconds unless more is said, or refuses
 */
export async function askCloud(
  { credentials, logger, privateNetworks = [], nowMs = Date.now, patience = PATIENCE }: CloudAccess,
  { method, region, address, range, source, body, timeoutMs = patience.answerMs, isFile = false, signal, answers = [] }: CloudRequest,
): Promise<Response> {
  const further = source === undefined ? {} : { 'x-amz-copy-source': source };
  const signed = awsSignedHeaders(method, address, region, credentials, nowMs(), { further, hasBody: body !== undefined });
  const headers = {
    ...signed,
    ...(range !== undefined && { range }),
    ...(method === 'PUT' && { 'content-length': String(body?.sizeBytes ?? 0) }),
  };
  const silence = new AbortController();
  const end = (): void => silence.abort(new Error('The store is silent'));
  const wait = setTimeout(end, timeoutMs);
  let response: Response;
  try {
    response = await askOutside(address, {
      method,
      headers,
      ...(body && { body: passed(body.chunks, () => wait.refresh()) }),
      signal: AbortSignal.any([isFile ? silence.signal : AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
      privateNetworks,
      variable: 'CLOUD_PRIVATE_NETWORKS',
    });
  } catch (error) {
    signal?.throwIfAborted();
    logger.error('cloud.unreachable', { host: address.host, error: String(error) });
    throw rejection('refusals.upload.cloudUnreachable');
  } finally {
    clearTimeout(wait);
  }
  if (isFile && response.ok && response.body) return watched(response, response.body, patience.pieceMs, end);
  if (response.ok || response.status === 404 || answers.includes(response.status)) return response;
  await response.body?.cancel();
  logger.error('cloud.refused', { host: address.host, method, status: response.status });
  throw rejection('refusals.upload.cloudUnreachable');
}

async function* passed(chunks: AsyncIterable<Uint8Array>, onPiece: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onPiece();
    yield chunk;
  }
}

/** The same answer, ended where a piece does not come that somebody waits for. Who reads slowly is not the store's fault. */
function watched(response: Response, body: ReadableStream<Uint8Array>, pieceMs: number, end: () => void): Response {
  const reader = body.getReader();
  const pieces = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const wait = setTimeout(end, pieceMs);
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } finally {
          clearTimeout(wait);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(pieces, { status: response.status, headers: response.headers });
}
