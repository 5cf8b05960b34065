import { FailureError } from '#domain/base/failure';
import { BUSY_RETRY_SECONDS } from '../../base/limits.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { isShownInline } from '../../features/files/file-types.ts';
import { findStoredFile, type StoredFileFacts } from '../../features/files/stored-files.ts';
import { FILE_POLICY } from './security-headers.ts';
import { hasVersion } from './if-none-match.ts';

/** Below it lie the files that people have stored. */
export const FILES_PATH = '/storage/';

interface Range {
  readonly start: number;
  readonly end: number;
}

const text = (status: number, body: string, more: Readonly<Record<string, string>> = {}): Response =>
  new Response(body, { status, headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...more } });

/** One range of bytes, as players ask for; several at once, and what is no range, mean the whole file. */
function rangeOf(header: string | null, sizeBytes: number): Range | 'whole' | 'outside' {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/u.exec(header?.trim() ?? '');
  const [from, to] = [parts?.[1] ?? '', parts?.[2] ?? ''];
  if (from === '' && to === '') return 'whole';
  const start = from === '' ? Math.max(sizeBytes - Number(to), 0) : Number(from);
  const end = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return 'whole';
  return start > end ? 'outside' : { start, end };
}

/** Names beyond ASCII travel encoded; the plain one is for old clients. */
const disposition = ({ name, mimeType }: StoredFileFacts): string => {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/gu,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${isShownInline(mimeType) ? 'inline' : 'attachment'}; filename="${name.replace(/[^\w.-]/gu, '_')}"; filename*=UTF-8''${encoded}`;
};

/**
 * A stored file: its own type and nothing guessed, shown in place only when it is a picture, a sound or a film, in a sandbox, piece by
 * piece. Its name and type stand in the database, which Hono's `serveStatic` does not ask. Source: security.md rule 23.
 */
export async function storedFileReply(request: Request, path: string, ports: Pick<ServerPorts, 'database' | 'files'>): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return text(405, 'Method not allowed');
  const file = path.includes('\0') || !path.isWellFormed() ? null : await findStoredFile(ports, path.normalize('NFC'));
  if (!file) return text(404, 'Not found');
  if (file.fileId === null)
    return new Response(null, { status: 302, headers: { location: encodeURI(file.fullUrl), 'cache-control': 'no-cache' } });

  const etag = `"${file.sha256.slice(0, 32)}"`;
  const headers: Record<string, string> = {
    etag,
    'accept-ranges': 'bytes',
    'content-type': file.mimeType,
    'content-disposition': disposition(file),
    'content-security-policy': FILE_POLICY,
    'cache-control': file.isFixed ? 'public, max-age=31536000, immutable' : 'public, no-cache',
  };
  if (hasVersion(request, etag)) return new Response(null, { status: 304, headers });
  const ifRange = request.headers.get('if-range');
  const range = ifRange === null || ifRange === etag ? rangeOf(request.headers.get('range'), file.sizeBytes) : 'whole';
  if (range === 'outside') return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.sizeBytes}` } });

  const isWhole = range === 'whole';
  const sizeBytes = isWhole ? file.sizeBytes : range.end - range.start + 1;
  headers['content-length'] = String(sizeBytes);
  if (!isWhole) headers['content-range'] = `bytes ${range.start}-${range.end}/${file.sizeBytes}`;
  const status = isWhole ? 200 : 206;
  if (request.method === 'HEAD' || sizeBytes === 0) return new Response(null, { status, headers });
  try {
    const body = await ports.files.read(file.fileId, isWhole ? undefined : range);
    return body ? new Response(body, { status, headers }) : text(404, 'Not found');
  } catch (error) {
    // What is refused where calls are answered would be kept as the file here: only its status tells a program.
    if (!(error instanceof FailureError)) throw error;
    return text(503, 'Not available right now', { 'retry-after': String(BUSY_RETRY_SECONDS) });
  }
}
