import * as contract from '#api/contract/designer/designer';
import * as generator from '#api/contract/designer/wire-generator';
import { listStandingTables, parseFieldData } from '#api/contract/designer/existing-tables';
import { listProgramSections, readProgramSection } from '#api/contract/designer/program-sections';
import { liveSections } from '#api/contract/designer/live-sections';
import { nodeOf } from '#api/contract/base/endpoint';
import type { ListQuery } from '#api/contract/table/resource-endpoints';
import type { AdminCaller } from '../../base/caller.ts';
import { mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { createDesignLog } from './design-log.ts';
import { createWorldReader } from './design-world.ts';
import { createDrafts } from './drafts.service.ts';
import { createLiveSections, type LiveSections } from './live-sections.ts';
import { createGenerator } from './generator.service.ts';
import { createProgramSections } from './program-sections.ts';
import { createPublisher, reviewOf } from './publish.ts';
import type { TerminalService } from '../terminal/terminal.service.ts';
import { readSource } from './source/section-source.ts';
import { registerEjection } from './source/eject-commands.ts';
import { isSourceTree } from './source/source-tree.ts';
import { createStanding } from './standing.service.ts';

/**
 * The section designer: sections that are drawn in the browser and work at once.
 * @param terminal where sections become source
 */
export function mountDesigner(
  { table, resources, ports }: Pick<FeatureContext, 'table' | 'resources' | 'ports'>,
  terminal: Pick<TerminalService, 'commands' | 'settings'>,
): Pick<LiveSections, 'sync' | 'syncIn' | 'follow' | 'clock'> {
  const live = createLiveSections(ports, resources);
  const readWorld = createWorldReader(table, resources);
  const drafts = createDrafts(ports, resources, live, readWorld);
  const publisher = createPublisher({ ...ports, running: live }, resources, readWorld);

  mountForAdmin(table, contract.listSections, () => drafts.list());
  mountForAdmin(table, contract.readSection, ({ name }) => drafts.read(name));
  mountForAdmin(table, contract.saveDraft, ({ design, renames, version }, caller) => drafts.save(design, renames, version, caller));
  mountForAdmin(table, contract.planSection, async ({ name, choices }, caller) =>
    reviewOf(await publisher.review({ name, choices }, caller)),
  );
  mountForAdmin(table, contract.publishSection, async (wish, caller) => {
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
  mountForAdmin(table, contract.listDesignLog, () => drafts.log());
  mountForAdmin(table, contract.readLogged, ({ id }) => drafts.logged(id));
  mountForAdmin(table, contract.exportDesign, ({ name }) => drafts.exported(name));
  mountForAdmin(table, contract.removeSection, async (wish, caller) => {
    await publisher.remove(wish, caller);
    await live.sync();
    return null;
  });
  mountForAdmin(table, contract.sectionSource, ({ name }) => {
    const door = !isSourceTree() ? 'noTree' : terminal.settings.isOn ? 'open' : 'noTerminal';
    return readSource({ ...ports, resources }, name, door);
  });
  registerEjection(terminal.commands, { ...ports, resources });
  const standing = createStanding(ports, resources);
  mountForAdmin(table, listStandingTables, (_, caller) => standing.tables(caller));
  mountForAdmin(table, parseFieldData, (input, caller) => standing.parse(input, caller));
  const program = createProgramSections(ports, resources);
  mountForAdmin(table, listProgramSections, (_, caller) => program.list(caller));
  mountForAdmin(table, readProgramSection, ({ name }, caller) => program.read(name, caller));
  mountGenerator(table, ports, live, createGenerator(ports, resources, publisher));
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

/** The calls of clients of the family. */
function mountGenerator(
  table: FeatureContext['table'],
  ports: FeatureContext['ports'],
  live: LiveSections,
  service: ReturnType<typeof createGenerator>,
): void {
  mountForAdmin(table, generator.checkCrudLog, async ({ table: name }) => ({ id: await service.lastLog(name ?? '') }));
  mountForAdmin(table, generator.getFileData, ({ table: name }) => service.paths(name ?? ''));
  mountForAdmin(table, generator.generateCheck, (input) => service.check(input));
  mountForAdmin(table, generator.generate, async (wish, caller) => {
    await live.sync();
    const revision = await service.generate(wish, caller);
    await live.sync();
    return { revision };
  });
  mountForAdmin(table, generator.logStart, ({ id }, caller) => service.fromLog(id, caller));
  mountForAdmin(table, generator.deleteGenerated, async ({ id }, caller) => {
    await service.remove(id, caller);
    await live.sync();
    return null;
  });
  mountForAdmin(table, generator.databaseList, async (_, caller) => ({ dbs: await service.tables(caller) }));
  const log = createDesignLog(ports, service.wireOf);
  // The log has no right of its own.
  const list = (query: ListQuery, caller: AdminCaller) => log.list(query, caller);
  table.add({ endpoint: generator.listLogs, node: nodeOf(contract.listSections), handle: list as never });
}
