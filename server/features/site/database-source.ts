import { resolveRoute } from '#domain/app/route-target';
import { LANGUAGES, type Language } from '#domain/base/language';
import type { DocumentPlace } from '#domain/site/document-address';
import type { DocumentFrame } from '#domain/site/document-page';
import type { ServerPorts } from '../../ports/ports.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';
import { readMemberMenu } from '../members/member-menu.ts';
import type { DocumentSource } from './document-source.ts';
import { headNavigation } from './head-navigation.ts';
import { createSiteVersion } from './site-version.ts';

type SourcePorts = Pick<ServerPorts, 'database' | 'messages'>;

/** Whether the application has a page for conversations. */
const HAS_CHAT = resolveRoute({ path: '/chat', search: '' }, { admin: [], member: [] }).page !== 'notFound';

/** Public pages of what stands in the database. */
export function createDatabaseSource(ports: SourcePorts): DocumentSource {
  return {
    version: createSiteVersion(ports),
    async page(place, search, origin) {
      const frame = await frameOf(ports, place, search, origin);
      return { status: 200, page: { frame, content: { kind: 'home' } } };
    },
    async facts() {
      const { siteName } = await readSiteSettings(ports.database.kysely);
      return { siteName, isIndexed: true, paths: [{ path: '/', changedAt: null }] };
    },
  };
}

async function frameOf(ports: SourcePorts, { language, path }: DocumentPlace, search: string, origin: string): Promise<DocumentFrame> {
  const settings = await readSiteSettings(ports.database.kysely);
  return {
    language,
    origin,
    path,
    search,
    languages: LANGUAGES,
    siteName: settings.siteName,
    siteLogo: settings.siteLogo,
    recordNumber: settings.recordNumber,
    version: settings.version,
    isMemberCentreOpen: settings.isMemberCentreOpen,
    hasChat: HAS_CHAT,
    nav: await navigationOf(ports, language),
    isIndexed: true,
  };
}

async function navigationOf({ database, messages }: SourcePorts, language: Language) {
  const { rules } = await readMemberMenu(database.kysely, null, { messages, language });
  return headNavigation(rules, language);
}
