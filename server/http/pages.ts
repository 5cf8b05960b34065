import type { ServerPorts } from '../ports.ts';
import { base64url } from '../services/digest.ts';
import { startFront } from '../services/start-up.service.ts';
import { contentSecurityPolicy } from './security-headers.ts';

/** Stands in index.html where each reply has its own nonce. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';
/** Stands in index.html where the public facts of the site go. */
const SITE_PLACEHOLDER = '__SITE__';

/** A page of the client whose address ends with that of another site, which may look like a file's. */
const FRAMED = /^\/(?:admin|user)\/iframe\//u;

const text = (status: number, body: string): Response =>
  new Response(body, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });

/** A file of the built client, or its shell for every address that is no file; the client itself says what does not exist. */
export async function pageReply(
  request: Request,
  path: string,
  ports: Pick<ServerPorts, 'pages' | 'randomBytes' | 'database' | 'logger'>,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return text(405, 'Method not allowed');
  const file = ports.pages.read(path, request.headers.get('accept-encoding') ?? '');
  if (file) return fileReply(request, file);
  if (/\.[a-z0-9]{1,8}$/iu.test(path) && !FRAMED.test(path)) return text(404, 'Not found');
  const { shell } = ports.pages;
  if (shell === null) return text(404, 'The client is not built yet: npm run build');
  const nonce = base64url(ports.randomBytes(16));
  const site = shell.includes(SITE_PLACEHOLDER) ? await siteText(ports) : '';
  return new Response(
    shell.replaceAll(NONCE_PLACEHOLDER, nonce).replace(SITE_PLACEHOLDER, () => site),
    {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': contentSecurityPolicy(nonce),
      },
    },
  );
}

/** The site as `/api/index/index` tells it, as JSON that cannot end its element; without a database the page stands and asks later. */
async function siteText(ports: Pick<ServerPorts, 'database' | 'logger'>): Promise<string> {
  try {
    return JSON.stringify((await startFront(ports)).site).replaceAll('<', '\\u003c');
  } catch (error) {
    ports.logger.warn('page.siteUnknown', { error: String(error) });
    return 'null';
  }
}

function fileReply(request: Request, file: NonNullable<ReturnType<ServerPorts['pages']['read']>>): Response {
  const headers = {
    etag: file.etag,
    vary: 'Accept-Encoding',
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  const known = request.headers
    .get('if-none-match')
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//u, ''));
  if (known?.includes(file.etag)) return new Response(null, { status: 304, headers });
  return new Response(file.body, {
    headers: {
      ...headers,
      'content-type': file.type,
      'content-length': String(file.body.byteLength),
      ...(file.encoding && { 'content-encoding': file.encoding }),
    },
  });
}
