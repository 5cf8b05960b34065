import { sheetOrigins } from '#domain/settings/style-sheets';
import type { ServerPorts } from '../../ports/ports.ts';
import { readPublicSite } from '../../features/shell/start-up.service.ts';
import { readUploadSettings } from '../../features/files/upload-settings.ts';
import type { PageFacts } from './pages.ts';
import type { CloudOrigins } from './security-headers.ts';

type FactPorts = Pick<ServerPorts, 'database' | 'logger' | 'cloud'>;

/** What the database tells a page of its site. */
export async function pageFacts(path: string, ports: FactPorts): Promise<PageFacts> {
  const site = await siteOf(ports);
  return { site, origins: { cloud: await cloudOrigins(path, ports), styles: sheetOrigins(site?.styleSheets ?? []) } };
}

/** Where pages of people who upload may send files directly. */
async function cloudOrigins(path: string, ports: FactPorts): Promise<CloudOrigins | null> {
  if (ports.cloud === null || !/^\/(?:admin|user)(?:\/|$)/u.test(path)) return null;
  try {
    const { cloud } = await readUploadSettings(ports);
    return cloud && { post: new URL(cloud.url).origin, show: new URL(cloud.cdnUrl).origin };
  } catch (error) {
    ports.logger.warn('page.cloudUnknown', { error: String(error) });
    return null;
  }
}

type FrontSite = Awaited<ReturnType<typeof readPublicSite>>;

/** The site as `/api/index/index` tells it; without a database the page stands and asks later. */
async function siteOf(ports: FactPorts): Promise<FrontSite | null> {
  try {
    return await readPublicSite(ports);
  } catch (error) {
    ports.logger.warn('page.siteUnknown', { error: String(error) });
    return null;
  }
}
