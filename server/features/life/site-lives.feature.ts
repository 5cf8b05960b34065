import * as contract from '#api/contract/designer/site-lives';
import { mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import type { LiveSections } from '../designer/live-sections.ts';
import { reviewOf } from '../designer/publish.ts';
import { createSiteLives } from './site-lives.service.ts';

/**
 * Lives that a site draws for the program's sections.
 * @param live runs what is published
 */
export function mountSiteLives(
  { table, resources, ports }: Pick<FeatureContext, 'table' | 'resources' | 'ports'>,
  live: Pick<LiveSections, 'sync' | 'syncIn'>,
): void {
  const lives = createSiteLives({ ...ports, running: live }, resources);
  mountForAdmin(table, contract.listSiteLives, (_, caller) => lives.list(caller));
  mountForAdmin(table, contract.readSiteLife, (wish, caller) => lives.read(wish, caller));
  mountForAdmin(table, contract.saveSiteLife, (wish, caller) => lives.save(wish, caller));
  mountForAdmin(table, contract.planSiteLife, async ({ name }, caller) => reviewOf(await lives.plan(name, caller)));
  mountForAdmin(table, contract.publishSiteLife, async (wish, caller) => {
    const revision = await lives.publish(wish, caller);
    await live.sync();
    return { revision };
  });
  mountForAdmin(table, contract.listSiteLifeRevisions, ({ name }, caller) => lives.revisions(name, caller));
}
