import { DRAIN_BYTES, DRAIN_MS } from '../../base/limits.ts';
import type { UploadBody } from '../../ports/upload-ports.ts';

/** For endpoints that take no file. */
export const NO_BODY: UploadBody = { contentType: '', sizeBytes: null, stream: null };

/** The request's body as it comes in; nothing is read yet, where Hono's `parseBody` would hold the whole file in memory. */
export function uploadBodyOf(request: Request): UploadBody {
  const length = request.headers.get('content-length');
  return {
    contentType: request.headers.get('content-type') ?? '',
    sizeBytes: length !== null && /^\d{1,15}$/u.test(length) ? Number(length) : null,
    stream: request.body,
  };
}

/**
 * Lets the rest of a refused body run out, within limits, so that its sender reads the answer instead of a broken connection. Beyond
 * them the answer goes out at once and the connection is closed behind it.
 */
export async function drain({ stream, sizeBytes }: UploadBody): Promise<void> {
  if (stream === null || stream.locked || (sizeBytes ?? 0) > DRAIN_BYTES) return;
  const reader = stream.getReader();
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), DRAIN_MS);
  try {
    for (let bytes = 0; bytes < DRAIN_BYTES;) {
      const read = await Promise.race([reader.read(), late.promise]);
      if (read === 'late' || read.done) break;
      bytes += read.value.byteLength;
    }
  } catch {
    // Whoever is gone needs no answer.
  } finally {
    clearTimeout(timer);
    reader.releaseLock();
  }
}
