import { EJECT_COMMAND, EJECT_RESOLVED_COMMAND, sectionOfOrder } from '#domain/designer/source/eject-order';
import { rejection } from '#domain/base/failure';
import { folderNameOf } from '#domain/table/section-folder';
import type { CommandRegistry, KnownCommand } from '../../terminal/commands.ts';
import { publishedDesign, type SourcePorts } from './section-source.ts';
import { readSectionFolder } from './read-folder.ts';
import { isSourceTree, PROJECT, sectionFolder } from './source-tree.ts';

/** Its checks run tests. */
const TIMEOUT_MS = 20 * 60_000;

const ejects = (options: readonly string[]): KnownCommand => ({
  file: 'node',
  args: ['scripts/section-eject.ts'],
  folder: 'project',
  timeoutMs: TIMEOUT_MS,
  line: ['npm run section:eject --', '<name>', ...options].join(' '),
});

/**
 * Writing a section as source, as tasks of the terminal. An order names a section and nothing else: the name has to be that of one that is
 * published, its folder's name is made of it here, and the design is handed to the command as it lies in the database.
 * Source: docs/security.md rule 26.
 * @param project where the program lies
 */
export function registerEjection(commands: CommandRegistry, ports: SourcePorts, project = PROJECT): void {
  const register = (key: string, options: readonly string[]): void => {
    const command = ejects(options);
    commands.register(key, {
      ...command,
      async prepare(extend) {
        const name = sectionOfOrder(extend);
        if (name === null) throw rejection('refusals.parameter', { name: 'extend' });
        if (!isSourceTree(project)) throw rejection('refusals.designer.noSourceTree');
        const folder = folderNameOf(name);
        const lying = await readSectionFolder(sectionFolder(name, project), folder);
        const design = await publishedDesign(ports, name, lying);
        return {
          ...command,
          args: [...command.args, folder, '--from', '-', ...options],
          line: command.line.replace('<name>', folder),
          input: JSON.stringify(design),
        };
      },
    });
  };
  register(EJECT_COMMAND, []);
  register(EJECT_RESOLVED_COMMAND, ['--resolved']);
}
