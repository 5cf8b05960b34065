import { documentAt, listQueryOf, ownAddress, ownSearch, type DocumentName, type DocumentPlace } from '#domain/site/document-address';
import { DOCUMENT_DRAWS_AT_ONCE, DOCUMENT_DRAWS_PER_MINUTE, DOCUMENT_QUEUE, DOCUMENT_RETRY_SECONDS } from './document-limits.ts';
import { createMinuteCounts } from '../calls/minute-counts.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../base/messages.ts';
import { brokenPage, isOpened } from '../pages/broken-page.ts';
import { networkOf } from '../../base/network.ts';
import { BusyError } from '../../base/refusal.ts';
import { remember } from '../../base/remember.ts';
import type { DocumentSource, SourcedPage } from '../../features/site/document-source.ts';
import type { DocumentRenderer, ServerPorts } from '../../ports/ports.ts';
import type { PlainQuestion, PlainReply } from '../../routing/plain-reply.ts';
import { createTurns } from '../../base/concurrency/turns.ts';
import { createDocumentCache } from './document-cache.ts';
import { documentPolicy } from './document-policy.ts';
import { encodedBody, encodedReply, readyReply, type EncodedBody } from './encoded-body.ts';
import { createKnownOrigins } from './known-origins.ts';
import { SITE_FILES, SITE_REDIRECTS, sitemapOf, sitemapPart, XML_TYPE } from './site-files.ts';

export interface Documents {
  /** @param path of the address, decoded and without empty segments; @returns null for an address that is no public page */
  answer(request: Request, url: URL, path: string, remoteAddress: string): Promise<Response | null>;
  /** The same for a page that can be sent at once, since it was asked for by this very address and nothing has changed. */
  kept(question: PlainQuestion): PlainReply | null;
}

interface DocumentOptions {
  /** What every reply of this server has. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Origins whose pictures are shown, beside those of every site with TLS. */
  readonly media?: readonly string[];
  readonly drawsPerMinute?: number;
}

interface Asked {
  readonly request: Request;
  readonly remoteAddress: string;
  /** As the reader asked for it, which may be anything. */
  readonly origin: string;
  /** That of the page. */
  readonly language: Language;
}

/** Where a page was found that was asked for by an address as it was written. */
interface Shortcut {
  readonly origin: string;
  readonly address: string;
  readonly build: string;
}
const MAX_SHORTCUTS = 1000;
const LONGEST_SHORTCUT = 200;

/** The address as it was written, under the protocol that the browser has. */
const placeOf = ({ url }: Request, isEncrypted: boolean): string =>
  isEncrypted && url.startsWith('http:') ? `https:${url.slice(5)}` : url;

/** What can be looked at before it is published. */
const PREVIEWED: ReadonlySet<DocumentName> = new Set(['notice', 'page']);

type Make = (origin: string) => Promise<EncodedBody>;

const redirect = (status: 302 | 308, location: string): Response =>
  new Response(null, { status, headers: { location, 'cache-control': 'no-cache' } });

/**
 * Answers public pages: drawn once for each version of the site, kept, and the same for everybody. Where what draws them was not built
 * there are none, and the application answers.
 */
export function createDocuments(
  source: DocumentSource,
  ports: Pick<ServerPorts, 'pages' | 'messages' | 'logger' | 'clock'>,
  { headers = {}, media = [], drawsPerMinute = DOCUMENT_DRAWS_PER_MINUTE }: DocumentOptions = {},
): Documents {
  const cache = createDocumentCache<EncodedBody>();
  const knownOrigin = createKnownOrigins(() => ports.clock.nowMs());
  const countDraw = createMinuteCounts(ports);
  // Drawing leaves the database and the processor to the calls of those who work.
  const inTurn = createTurns({ atOnce: DOCUMENT_DRAWS_AT_ONCE, queue: DOCUMENT_QUEUE, retrySeconds: DOCUMENT_RETRY_SECONDS });
  const shortcuts = new Map<string, Shortcut>();
  let siteOrigin = '';
  const originOf = ({ origin }: Pick<Asked, 'origin'>): string => siteOrigin || knownOrigin(origin);

  const draw = async (renderer: DocumentRenderer, place: DocumentPlace, search: string, origin: string): Promise<EncodedBody> =>
    drawn(renderer, place, await source.page(place, search, origin));

  async function drawn(renderer: DocumentRenderer, place: DocumentPlace, { status, page }: SourcedPage): Promise<EncodedBody> {
    const html = await renderer.render(page, (key, params) => ports.messages.text(place.language, key, params));
    const policy = documentPolicy(await renderer.inline(), media);
    return encodedBody(html, { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }, status);
  }

  async function writeFile(path: string, origin: string): Promise<EncodedBody> {
    const facts = await source.facts();
    const [whole, part] = [facts.origin || origin, sitemapPart(path)];
    if (part !== null) {
      const paths = part === 0 || facts.goodsParts.includes(part) ? await source.paths(part) : null;
      return encodedBody(sitemapOf(paths ?? [], facts, whole), { 'content-type': XML_TYPE }, paths ? 200 : 404);
    }
    const file = SITE_FILES[path];
    if (!file) throw new Error(`${path} is no file of the site`);
    const text = file.write(facts, whole, Math.floor(ports.clock.nowMs() / 1000));
    return encodedBody(text ?? '', { 'content-type': file.type }, text === null ? 404 : 200);
  }

  /** Where no page can be drawn: a plain one for whoever has opened it, the same words for programs. */
  function later({ request, language }: Asked, status: 429 | 503, retrySeconds: number): Response {
    const reason = status === 429 ? 'tooMany' : 'away';
    if (isOpened(request)) return brokenPage(ports, { status, reason, language, retrySeconds });
    const both = (['zh-cn', 'en'] as const).map((spoken) =>
      ports.messages.text(spoken, status === 429 ? 'refusals.tooManyReads' : 'refusals.busy', { count: retrySeconds }),
    );
    return new Response(`${both.join(' ')}\n`, {
      status,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': String(retrySeconds), 'cache-control': 'no-store' },
    });
  }
  const busy = (asked: Asked): Response => later(asked, 503, DOCUMENT_RETRY_SECONDS);

  /** @returns null where the reader may have one more page drawn */
  function refused(asked: Asked): Response | null {
    const { count, now, end } = countDraw(networkOf(asked.remoteAddress));
    return count <= drawsPerMinute ? null : later(asked, 429, end - now);
  }

  function failed(error: unknown): void {
    if (!(error instanceof BusyError)) ports.logger.error('document.notDrawn', { error });
  }

  async function answer(asked: Asked, address: string, build: string, make: Make): Promise<Response> {
    try {
      const state = await source.state();
      siteOrigin = state.origin;
      const origin = originOf(asked);
      const [key, version] = [origin + address, `${build} ${state.version}`];
      // Who only waits for what somebody else has begun pays nothing.
      const refusal = cache.holds(key, version) ? null : refused(asked);
      if (refusal) return refusal;
      const reply = await encodedReply(asked.request, await cache.get(key, version, () => inTurn(() => make(origin))));
      const place = placeOf(asked.request, asked.origin.startsWith('https:'));
      if (build !== '' && place.length <= LONGEST_SHORTCUT)
        remember(shortcuts, MAX_SHORTCUTS, place, { origin: asked.origin, address, build });
      return reply;
    } catch (error) {
      failed(error);
      const old = cache.newest(originOf(asked) + address);
      return old ? encodedReply(asked.request, old) : busy(asked);
    }
  }

  /** @param isSecret for what one reader alone may see */
  async function fresh(asked: Asked, make: Make, isSecret = false): Promise<Response> {
    try {
      const reply = refused(asked) ?? (await encodedReply(asked.request, await inTurn(() => make(originOf(asked)))));
      if (isSecret) {
        reply.headers.set('cache-control', 'no-store');
        reply.headers.set('referrer-policy', 'no-referrer');
      }
      return reply;
    } catch (error) {
      failed(error);
      return busy(asked);
    }
  }

  async function find(request: Request, url: URL, path: string, remoteAddress: string): Promise<Response | null> {
    const renderer = ports.pages.documents;
    const place = documentAt(path);
    const isFile = Object.hasOwn(SITE_FILES, path) || sitemapPart(path) !== null;
    const elsewhere = Object.hasOwn(SITE_REDIRECTS, path) ? SITE_REDIRECTS[path] : undefined;
    if (!isFile && elsewhere === undefined && (renderer === null || place === null)) return null;
    if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    if (elsewhere !== undefined) return redirect(302, elsewhere);
    const asked: Asked = { request, remoteAddress, origin: url.origin, language: place?.language ?? DEFAULT_LANGUAGE };
    if (isFile) return answer(asked, path, '', (origin) => writeFile(path, origin));
    if (place === null || renderer === null) return null;
    // Spelled with a slash too many, with signs encoded that need not be, or with a name that stands for none.
    const own = ownAddress(place);
    if (url.pathname !== own) return redirect(308, own + url.search);
    const ticket = PREVIEWED.has(place.name) ? url.searchParams.get('preview') : null;
    const isSpent = request.method === 'GET';
    if (ticket) return fresh(asked, async (origin) => drawn(renderer, place, await source.preview(place, ticket, origin, isSpent)), true);
    const search = ownSearch(place, url.searchParams);
    // Words to search for are the reader's own: such a page is drawn for them, and not kept.
    if (listQueryOf(new URLSearchParams(search)).words) return fresh(asked, (origin) => draw(renderer, place, search, origin));
    return answer(asked, path + search, renderer.build, (origin) => draw(renderer, place, search, origin));
  }

  function kept(question: PlainQuestion): PlainReply | null {
    const shortcut = question.method === 'GET' ? shortcuts.get(question.address) : undefined;
    const state = shortcut && source.known?.();
    if (!state || ports.pages.documents?.build !== shortcut.build) return null;
    siteOrigin = state.origin;
    const body = cache.made(originOf(shortcut) + shortcut.address, `${shortcut.build} ${state.version}`);
    return body && readyReply(question, body);
  }

  return { answer: find, kept };
}
