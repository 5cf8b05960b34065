import type { OutputOf } from '#api/contract/base/endpoint';
import type { listProgramSections, readProgramSection } from '#api/contract/designer/program-sections';
import { copyOfShipped } from '#domain/designer/source/copy-of-shipped';
import { sectionNames, suggestedName } from '#domain/designer/section-names';
import { rejection } from '#domain/base/failure';
import type { Resource } from '#domain/table/resource';
import type { AdminCaller } from '../../base/caller.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { mayListOf } from '../../resources/access/permissions.ts';
import type { Resources } from '../../resources/registry.ts';
import { createProgramWords } from '../base/program-words.ts';

type Ports = Pick<ServerPorts, 'database' | 'messages'>;

/** Sections that come with the program, as what designs can begin with. */
export function createProgramSections({ database: { kysely }, messages }: Ports, resources: Resources) {
  /** Those that are the program's own and not designed here, whose lists the caller may open. */
  async function known(caller: AdminCaller): Promise<readonly Resource[]> {
    const designed = new Set((await kysely.selectFrom('section').select('name').execute()).map(({ name }) => name));
    return resources
      .all()
      .map(({ resource }) => resource)
      .filter((one) => resources.originOf(one.name) === 'shipped' && !designed.has(one.name) && mayListOf(one, caller));
  }

  const { worded } = createProgramWords(messages);

  return {
    async list(caller: AdminCaller): Promise<OutputOf<typeof listProgramSections>> {
      const list = (await known(caller)).map((resource) => ({
        name: resource.name,
        label: { ...worded(resource).label },
        fields: Object.keys(resource.fields).length,
      }));
      return { list };
    },

    async read(name: string, caller: AdminCaller): Promise<OutputOf<typeof readProgramSection>> {
      const resource = (await known(caller)).find((one) => one.name === name);
      if (!resource) throw rejection('refusals.designer.unknown', { name });
      const rows = await kysely.selectFrom('section').select('name').execute();
      const taken = [...resources.all().map((one) => one.resource.name), ...rows.map((one) => one.name)];
      const { design, left } = copyOfShipped(worded(resource), sectionNames(suggestedName(name, taken)));
      const { language } = caller.client;
      return {
        design,
        left: left.map(({ of, reason }) => ({ column: of, reason: messages.text(language, `refusals.designer.notCopied.${reason}`) })),
      };
    },
  };
}
