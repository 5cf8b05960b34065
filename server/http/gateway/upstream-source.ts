import { frontInit } from '#api/contract/session/session';
import type { OutputOf } from '#api/contract/base/endpoint';
import { CODE, HEADER } from '#api/contract/base/wire';
import { LANGUAGES, type Language } from '#domain/base/language';
import type { DocumentPlace } from '#domain/site/document-address';
import type { HomeContent } from '#domain/site/document-page';
import { lastKnown } from '../../base/concurrency/last-known.ts';
import { sha256 } from '../../base/digest.ts';
import type { DocumentSource, SourcedPage } from '../../features/site/document-source.ts';
import { headNavigation } from '../../features/site/head-navigation.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { Forward } from './upstream.ts';

type Start = OutputOf<typeof frontInit>;

/**
 * Another server counts all that is asked from here as one sender's, and refuses what is too much for one; whoever waits for a page sees what was
 * known sooner than nothing.
 */
const PATIENCE = { memoryMs: 5000, waitMs: 1000, firstWaitMs: Infinity } as const;

const HOME: HomeContent = {
  kind: 'home',
  sentence: '',
  cards: [],
  questions: [],
  goods: [],
  notices: [],
  hasChart: true,
  hasPictures: true,
  hasDemo: false,
};

/**
 * The home page of another server's site: its name, its menu and its doors are those that it tells visitors. One that does not answer
 * has the page of a site that nobody knows anything about.
 */
export function createUpstreamSource(forward: Forward, { logger, clock }: Pick<ServerPorts, 'logger' | 'clock'>): DocumentSource {
  async function ask(language: Language): Promise<Start | null> {
    const headers = { server: 'true', [HEADER.language]: language, accept: 'application/json' };
    try {
      const reply = await forward(new Request('http://localhost/api/api/index/index', { headers }), { remoteAddress: '127.0.0.1' });
      const { code, data } = (await reply.json()) as { readonly code?: unknown; readonly data?: unknown };
      return code === CODE.accepted ? frontInit.output.parse(data) : null;
    } catch (error) {
      logger.warn('page.siteUnknown', { error: String(error) });
      return null;
    }
  }
  const kept = new Map(LANGUAGES.map((language) => [language, lastKnown(() => ask(language), { ...PATIENCE, clock })]));
  const read = async (language: Language): Promise<Start | null> => (await kept.get(language)?.()) ?? null;

  async function pageOf({ name, language, path }: DocumentPlace, search: string, origin: string): Promise<SourcedPage> {
    const isHome = name === 'home';
    const start = await read(language);
    const site = start?.site;
    return {
      status: isHome ? 200 : 404,
      page: {
        frame: {
          language,
          origin,
          path,
          search,
          languages: isHome ? LANGUAGES : [],
          siteName: site?.siteName || 'Troupe',
          siteLogo: site?.siteLogo ?? '',
          recordNumber: site?.recordNumber ?? '',
          version: site?.version ?? '',
          isMemberCentreOpen: start?.openMemberCenter === true,
          hasChat: false,
          hasGoods: false,
          hasHelp: false,
          hasNotices: false,
          pages: [],
          contact: '',
          description: '',
          shareImage: '',
          verifications: [],
          nav: headNavigation(start?.rules ?? [], language),
          isIndexed: isHome,
          isPreview: false,
        },
        content: isHome ? HOME : { kind: 'missing', reason: 'missing' },
      },
    };
  }

  return {
    // Of what every language shares; the titles of its menu are the site's own.
    state: async () => ({ version: await sha256(JSON.stringify(await read('zh-cn'))), origin: '' }),
    page: (place, search, origin) => pageOf(place, search, origin),
    preview: (place, _ticket, origin) => pageOf(place, '', origin),
    paths: async (part) => (part === 0 ? [{ path: '/', changedAt: null, languages: LANGUAGES }] : []),
    async facts() {
      return {
        siteName: (await read('zh-cn'))?.site.siteName || 'Troupe',
        origin: '',
        isIndexed: true,
        contact: '',
        goodsParts: [],
      };
    },
  };
}
