import * as contract from '#api/contract/designer/designer';
import { listStandingTables, parseFieldData } from '#api/contract/designer/existing-tables';
import { liveSections } from '#api/contract/designer/live-sections';
import type { Step } from '#domain/designer/plan-step';
import { mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { createWorldReader } from './design-world.ts';
import { createDrafts } from './drafts.service.ts';
import { createLiveSections, type LiveSections } from './live-sections.ts';
import { createPublisher, type Reviewed } from './publish.ts';
import { createStanding } from './standing.service.ts';

/** The section designer: sections that are drawn in the browser and work at once. */
export function mountDesigner({
  table,
  resources,
  ports,
}: Pick<FeatureContext, 'table' | 'resources' | 'ports'>): Pick<LiveSections, 'sync' | 'follow' | 'clock'> {
  const live = createLiveSections(ports, resources);
  const readWorld = createWorldReader(table, resources);
  const drafts = createDrafts(ports, resources, live, readWorld);
  const publisher = createPublisher(ports, resources, readWorld);

  mountForAdmin(table, contract.listSections, () => drafts.list());
  mountForAdmin(table, contract.readSection, ({ name }) => drafts.read(name));
  mountForAdmin(table, contract.saveDraft, ({ design, renames, version }, caller) => drafts.save(design, renames, version, caller));
  mountForAdmin(table, contract.planSection, async ({ name, choices }, caller) => {
    // What another process has published a moment ago runs here too before it is named.
    await live.sync();
    return reviewOf(await publisher.review(name, choices, caller));
  });
  mountForAdmin(table, contract.publishSection, async (wish, caller) => {
    await live.sync();
    const revision = await publisher.publish(wish, caller);
    await live.sync();
    return { revision };
  });
  mountForAdmin(table, contract.pauseSection, async ({ name, isPaused }, caller) => {
    await publisher.pause(name, isPaused, caller);
    await live.sync();
    return null;
  });
  mountForAdmin(table, contract.copySection, async (wish, caller) => ({ version: await drafts.copy(wish, caller) }));
  mountForAdmin(table, contract.revertSection, async ({ name, version }, caller) => ({
    version: await drafts.revert(name, version, caller),
  }));
  mountForAdmin(table, contract.listRevisions, ({ name }) => drafts.revisions(name));
  mountForAdmin(table, contract.exportDesign, ({ name }) => drafts.exported(name));
  mountForAdmin(table, contract.removeSection, async (wish, caller) => {
    await publisher.remove(wish, caller);
    await live.sync();
    return null;
  });
  const standing = createStanding(ports, resources);
  mountForAdmin(table, listStandingTables, (_, caller) => standing.tables(caller));
  mountForAdmin(table, parseFieldData, (input, caller) => standing.parse(input, caller));
  mountForAdmin(table, liveSections, async ({ names }, caller) =>
    drafts.declarations(
      names
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
      caller,
    ),
  );
  return live;
}

function reviewOf({ steps, hash, counts, isRehearsed }: Reviewed) {
  const countOf = (step: Step) => counts.find(({ id }) => id === step.id);
  return {
    hash,
    isRehearsed,
    steps: steps.map((step) => {
      const count = countOf(step);
      return {
        id: step.id,
        kind: step.kind,
        class: step.class,
        subject: step.subject,
        detail: step.detail,
        sql: [...step.sql],
        acts: [...step.acts],
        rows: count?.rows ?? null,
        converted: count?.converted ?? 0,
        stopping: count?.stopping ?? 0,
        examples: [...(count?.examples ?? [])],
      };
    }),
  };
}
