import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newSectionFiles } from './new-section/new-section-files.ts';

/**
 * `npm run new:section <name> -- [--window] [--en "Service ticket"] [--zh 服务单]`: writes the folder of a section that works at the next
 * start, with its table, its place in the menu and its rights. `--window` gives each row a button that opens a window.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { window: { type: 'boolean' }, en: { type: 'string' }, zh: { type: 'string' } },
});
const [name = ''] = positionals;
const folder = join(import.meta.dirname, '..', 'src', 'sections', name);

function stop(reason: string): never {
  console.error(reason);
  process.exit(1);
}

if (!/^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/u.test(name)) stop('Name the section in small letters with hyphens, such as service-ticket.');
if (existsSync(folder)) stop(`src/sections/${name} is there already.`);

const words = name.replaceAll('-', ' ');
const english = values.en ?? words.charAt(0).toUpperCase() + words.slice(1);
const files = newSectionFiles({ name, english, chinese: values.zh ?? english, hasWindow: values.window === true });
mkdirSync(folder);
for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
console.log(
  `Written to src/sections/${name}: ${Object.keys(files).join(', ')}. It is there at the next start; docs/add-a-section.md goes on.`,
);
