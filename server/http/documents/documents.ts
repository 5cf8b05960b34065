import { documentAt, listQueryOf, searchOfList, type DocumentPlace } from '#domain/site/document-address';
import { DOCUMENT_RETRY_SECONDS } from '../../base/limits.ts';
import type { DocumentSource } from '../../features/site/document-source.ts';
import type { DocumentRenderer, ServerPorts } from '../../ports/ports.ts';
import { createDocumentCache } from './document-cache.ts';
import { documentPolicy } from './document-policy.ts';
import { encodedBody, encodedReply, type EncodedBody } from './encoded-body.ts';
import { SITE_FILES, SITE_REDIRECTS } from './site-files.ts';

/** @param path of the address, decoded and without empty segments; @returns null for an address that is no public page */
export type Documents = (request: Request, url: URL, path: string) => Promise<Response | null>;

interface DocumentOptions {
  /** Origins whose pictures are shown, beside those of every site with TLS. */
  readonly media?: readonly string[];
}

const redirect = (status: 302 | 308, location: string): Response =>
  new Response(null, { status, headers: { location, 'cache-control': 'no-cache' } });

const busy = (): Response =>
  new Response('暂时无法打开，请稍后再试。 This page is not available right now. Please try again in a moment.\n', {
    status: 503,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': String(DOCUMENT_RETRY_SECONDS), 'cache-control': 'no-store' },
  });

/**
 * Answers public pages: drawn once for each version of the site, kept, and the same for everybody. Where what draws them was not built
 * there are none, and the application answers.
 */
export function createDocuments(
  source: DocumentSource,
  ports: Pick<ServerPorts, 'pages' | 'messages' | 'logger'>,
  { media = [] }: DocumentOptions = {},
): Documents {
  const cache = createDocumentCache<EncodedBody>();

  async function draw(renderer: DocumentRenderer, place: DocumentPlace, search: string, origin: string): Promise<EncodedBody> {
    const { status, page } = await source.page(place, search, origin);
    const html = await renderer.render(page, (key, params) => ports.messages.text(place.language, key, params));
    const policy = documentPolicy(await renderer.inlineScript(), media);
    return encodedBody(html, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }, status);
  }

  async function writeFile(path: string, origin: string): Promise<EncodedBody> {
    const file = SITE_FILES[path];
    if (!file) throw new Error(`${path} is no file of the site`);
    const facts = await source.facts();
    return encodedBody(file.write(facts, facts.origin || origin), { 'content-type': file.type });
  }

  async function answer(request: Request, key: string, build: string, make: () => Promise<EncodedBody>): Promise<Response> {
    try {
      return await encodedReply(request, await cache.get(key, `${build} ${await source.version()}`, make));
    } catch (error) {
      ports.logger.error('document.notDrawn', { error });
      const old = cache.newest(key);
      return old ? encodedReply(request, old) : busy();
    }
  }

  async function fresh(request: Request, make: () => Promise<EncodedBody>): Promise<Response> {
    try {
      return await encodedReply(request, await make());
    } catch (error) {
      ports.logger.error('document.notDrawn', { error });
      return busy();
    }
  }

  return async (request, url, path) => {
    const renderer = ports.pages.documents;
    const place = documentAt(path);
    const isFile = Object.hasOwn(SITE_FILES, path);
    const elsewhere = Object.hasOwn(SITE_REDIRECTS, path) ? SITE_REDIRECTS[path] : undefined;
    if (!isFile && elsewhere === undefined && (renderer === null || place === null)) return null;
    if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    if (elsewhere !== undefined) return redirect(302, elsewhere);
    const { origin } = url;
    if (isFile) return answer(request, `${origin}${path}`, '', () => writeFile(path, origin));
    if (place === null || renderer === null) return null;
    // Spelled with a slash too many, or with signs encoded that need not be.
    if (url.pathname !== path) return redirect(308, path + url.search);
    const query = place.name === 'goodsList' || place.name === 'goodsCategory' ? listQueryOf(url.searchParams) : null;
    const search = query ? searchOfList(query) : '';
    // Words to search for are the reader's own: such a page is drawn for them, and not kept.
    if (query?.words) return fresh(request, () => draw(renderer, place, search, origin));
    return answer(request, `${origin}${path}${search}`, renderer.build, () => draw(renderer, place, search, origin));
  };
}
