import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SHIPPED_RULES } from '../server/db/seed/shipped-rules.ts';
import { newSectionFiles } from './new-section/new-section-files.ts';
import { sectionNameFault } from './new-section/section-name.ts';

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

const fault = sectionNameFault(
  name,
  SHIPPED_RULES.map((rule) => rule.name),
);
if (fault !== undefined) stop(fault);
if (existsSync(folder)) stop(`src/sections/${name} is there already.`);

const words = name.replaceAll('-', ' ');
const english = values.en ?? words.charAt(0).toUpperCase() + words.slice(1);
const files = newSectionFiles({ name, english, chinese: values.zh ?? english, hasWindow: values.window === true });
mkdirSync(folder);
for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
console.log(
  `Written to src/sections/${name}: ${Object.keys(files).join(', ')}. It is there at the next start; docs/add-a-section.md goes on.\n` +
    `Its tests alone: npx vitest run src/sections/${name} tests/contract.test.ts tests/locales.test.ts`,
);
