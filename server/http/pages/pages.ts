import { resolveRoute } from '#domain/app/route-target';
import type { PreloadedFiles, PreloadedPage, ServerPorts } from '../../ports/ports.ts';
import { acceptsEncoding } from '../../base/accepts-encoding.ts';
import { base64url } from '../../base/digest.ts';
import { compressed } from '../../base/platform/compress.ts';
import { earlyForm, earlyTags } from './early-form.ts';
import { earlyReadTag } from './early-read.ts';
import { contentSecurityPolicy, WORKER_POLICY, type OutsideOrigins } from './security-headers.ts';
import { hasVersion } from './if-none-match.ts';

/** Stands in index.html where each reply has its own nonce. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';
/** Stands in index.html where the public facts of the site go. */
const SITE_PLACEHOLDER = '__SITE__';

/** Stands at the end of a comment of index.html, after which goes the page that can be typed into before the application is there. */
const EARLY_PLACEHOLDER = '__EARLY__ -->';
/** Where the styles of that page go: after the script in the head, which would wait for them. */
const HEAD_END = '</head>';
/** Stands at the end of a comment of index.html, after which go the parts that the page will ask for. */
const PRELOADS_PLACEHOLDER = '__PRELOADS__ -->';
/** Stands at the end of a comment of index.html, after which goes the script that asks first: before the styles, which it would wait for. */
const READS_PLACEHOLDER = '__READS__ -->';

const PLACEHOLDER = new RegExp(
  [NONCE_PLACEHOLDER, PRELOADS_PLACEHOLDER, READS_PLACEHOLDER, HEAD_END, EARLY_PLACEHOLDER, SITE_PLACEHOLDER].join('|'),
  'gu',
);

/** Pages of the back office that show no table of records. */
const WITHOUT_TABLE =
  /^\/admin(?:$|\/(?:loading|dashboard|routine\/config|routine\/adminInfo|crud\/crud|chat\/chat|moduleStore\/moduleStore)(?:\/|$))/u;

/** A page of the client whose address ends with that of another site, which may look like a file's. */
const FRAMED = /^\/(?:admin|user)\/iframe\//u;

/** A worker's script, by the name that the build gives it. */
const WORKER = /^\/assets\/[\w-]+\.worker-[\w-]+\.js$/u;

const text = (status: number, body: string): Response =>
  new Response(body, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });

/** What a page has of the site it belongs to. */
export interface PageFacts {
  /** As `/api/index/index` tells it; null where nobody knows, and the page asks for it itself. */
  readonly site: unknown;
  readonly origins: OutsideOrigins;
}

/** Whether an address names a file, not a page of the client. */
export const isFilePath = (path: string): boolean => /\.[a-z0-9]{1,8}$/iu.test(path) && !FRAMED.test(path);

/** The route of an address, as far as anybody can know without a sign-in. */
const routeOf = (path: string) => resolveRoute({ path, search: '' }, { admin: [], member: [] });

/** What a visit to an address begins with: for those who are signed in, as most are who ask for a page behind a sign-in. */
function preloadedPage({ page, area }: ReturnType<typeof routeOf>, path: string): PreloadedPage | null {
  if (page === 'adminLogin' || page === 'memberLogin' || page === 'chat') return page;
  if (area === 'member') return 'member';
  if (area !== 'admin') return null;
  return WITHOUT_TABLE.test(path) ? 'admin' : 'adminTable';
}

const isStyle = (href: string): boolean => href.endsWith('.css');

/**
 * The parts of a page as tags, which a browser reads before it runs anything. Which texts it needs is known in the page alone, by its language.
 * Names that the build gives hold no quote.
 */
function preloadTags({ files, ...words }: PreloadedFiles): string {
  const tags = files.map((href) =>
    isStyle(href) ? `<link rel="preload" as="style" crossorigin href="${href}">` : `<link rel="modulepreload" href="${href}">`,
  );
  return `${tags.join('')}<meta name="words" content='${JSON.stringify(words)}'>`;
}

/**
 * A file of the built client, or its shell for every address that is no file; the client itself says what does not exist, and the
 * status says it to whoever asks without one. Files lie in
 * memory, compressed by the build; Hono's `serveStatic` and `compress` would read and compress them at each request.
 */
export async function pageReply(
  request: Request,
  path: string,
  ports: Pick<ServerPorts, 'pages' | 'keptPages' | 'randomBytes' | 'logger'>,
  factsOf: (path: string) => Promise<PageFacts>,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return text(405, 'Method not allowed');
  const accepted = request.headers.get('accept-encoding') ?? '';
  const file = ports.pages.read(path, accepted) ?? (await ports.keptPages?.read(path, accepted));
  if (file) return pageFileReply(request, path, file);
  if (isFilePath(path)) return text(404, 'Not found');
  const { shell } = ports.pages;
  if (shell === null) return text(404, 'The client is not built yet: npm run build');
  const nonce = base64url(ports.randomBytes(16));
  const { site, origins } = await factsOf(path);
  const route = routeOf(path);
  const preloaded = preloadedPage(route, path);
  const preloads = preloaded && (ports.pages.tablePreloads?.[path] ?? ports.pages.preloads?.[preloaded]);
  const { search } = new URL(request.url);
  const early = preloads ? await earlyForm({ page: preloaded, search, site }, ports) : null;
  const styles = early && preloads ? preloads.files.filter(isStyle).filter((href) => !shell.includes(href)) : [];
  const area = preloaded === 'member' ? 'member' : preloaded === 'admin' || preloaded === 'adminTable' ? 'admin' : null;
  const parts: Readonly<Record<string, string>> = {
    [NONCE_PLACEHOLDER]: nonce,
    [PRELOADS_PLACEHOLDER]: `-->${preloads ? preloadTags(preloads) : ''}`,
    [READS_PLACEHOLDER]: `-->${area ? earlyReadTag(nonce, area, { path, search }) : ''}`,
    [HEAD_END]: `${styles.map((href) => `<link rel="stylesheet" data-early crossorigin href="${href}">`).join('')}${HEAD_END}`,
    [EARLY_PLACEHOLDER]: `-->${early ? earlyTags(early, nonce) : ''}`,
    [SITE_PLACEHOLDER]: JSON.stringify(site).replaceAll('<', '\\u003c'),
  };
  // All at once: words of the site may spell a placeholder.
  const filled = shell.replaceAll(PLACEHOLDER, (name) => parts[name] ?? name);
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': contentSecurityPolicy(nonce, origins),
  };
  const status = route.page === 'notFound' ? 404 : 200;
  if (!early) return new Response(filled, { status, headers });
  // What is drawn makes the page three times as long, which a first packet would not hold.
  const isPacked = acceptsEncoding(accepted, 'gzip');
  return new Response(isPacked ? await compressed(new TextEncoder().encode(filled), 'gzip') : filled, {
    status,
    headers: { ...headers, vary: 'Accept-Encoding', ...(isPacked && { 'content-encoding': 'gzip' }) },
  });
}

export function pageFileReply(request: Request, path: string, file: NonNullable<ReturnType<ServerPorts['pages']['read']>>): Response {
  const headers = {
    etag: file.etag,
    vary: 'Accept-Encoding',
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    // Also where nothing has changed: a cache takes over the headers that come with that.
    ...(WORKER.test(path) && { 'content-security-policy': WORKER_POLICY }),
  };
  if (hasVersion(request, file.etag)) return new Response(null, { status: 304, headers });
  return new Response(file.body, {
    headers: {
      ...headers,
      'content-type': file.type,
      'content-length': String(file.body.byteLength),
      ...(file.encoding && { 'content-encoding': file.encoding }),
    },
  });
}
