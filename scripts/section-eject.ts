import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ResourceError } from '../src/api/contract/table/resource-schema.ts';
import { folderNameOf, resourceNameOf } from '../src/domain/table/section-folder.ts';
import { SHIPPED_RESOURCES } from '../server/base/shipped-resources.ts';
import { SECTION_MANIFEST, readSectionManifest } from '../server/features/designer/source/manifest.ts';
import { EjectionError, planned } from '../server/features/designer/source/planned-ejection.ts';
import { readDesign, type WrittenDesign } from '../server/features/designer/source/read-design.ts';
import { firstFailure, folderPathOf, ROOT, writeEjection } from './eject/eject-section.ts';
import { isFirst } from './eject/one-at-a-time.ts';
import { sectionChecks } from './eject/section-checks.ts';
import { openSectionFolder, type SectionFolder } from './eject/section-folder.ts';

/**
 * `npm run section:eject -- <name> [--from design.json] [--check] [--adopt] [--resolved] [--checks format,lint,types,laws]`: writes a section
 * that was designed in the browser as its source folder, or brings the folder up to the design. What was changed by hand is merged; what
 * cannot be merged stays, beside a patch. Files are taken back where the section then fails one of the checks.
 *
 * Without `--from` it is the design that the folder was written from; `-` reads it from the input. `--check` writes nothing, and fails where something would be written.
 * `--adopt` takes a folder that somebody wrote by hand for what the design began with. `--resolved` says that all conflicts were resolved.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    check: { type: 'boolean', default: false },
    adopt: { type: 'boolean', default: false },
    resolved: { type: 'boolean', default: false },
    checks: { type: 'string', default: 'format,lint,types,laws' },
  },
});

function stop(reason: string): never {
  console.error(reason);
  process.exit(1);
}

const [given = ''] = positionals;
if (given === '') stop('Name the section, such as service-ticket.');
const name = resourceNameOf(given);
const folderName = folderNameOf(name);

function designOf({ texts }: SectionFolder): WrittenDesign {
  if (values.from !== undefined) return readDesign(JSON.parse(readFileSync(values.from === '-' ? 0 : values.from, 'utf8')));
  const text = texts[SECTION_MANIFEST];
  if (text === undefined) stop(`src/sections/${folderName} was not ejected before: say --from which file the design comes.`);
  return readSectionManifest(text).design;
}

const SIGNS = { new: '+', same: '=', written: '~', merged: 'm', conflict: '!' } as const;

async function eject(): Promise<void> {
  if (!values.check && !isFirst(ROOT)) stop('Another ejection is at work; wait until it has ended.');
  const folder = await openSectionFolder(folderPathOf(name), folderName);
  const design = designOf(folder);
  if (design.declaration.name !== name) stop(`The design is of ${design.declaration.name}, not of ${name}.`);
  const wanted = planned(design, folder, SHIPPED_RESOURCES, values.adopt);
  const ejection = values.resolved ? { ...wanted, fates: wanted.fates.filter(({ fate }) => fate !== 'conflict') } : wanted;
  for (const { path, fate } of ejection.fates) console.log(`${SIGNS[fate]} src/sections/${folderName}/${path}  ${fate}`);
  for (const step of ejection.steps)
    if (step.class !== 'safe') console.log(`! ${step.id}: ${step.class}${step.detail && ` (${step.detail})`}`);

  if (values.check) {
    for (const { patch } of ejection.fates) if (patch !== '') console.log(patch);
    process.exitCode = ejection.fates.some(({ fate }) => fate !== 'same') ? 1 : 0;
    return;
  }

  // Whoever ends this ends the running check too, which then has failed: what was written is taken back.
  process.on('SIGTERM', () => undefined);
  writeEjection(ejection, folder);
  const conflicts = ejection.fates.filter(({ fate }) => fate === 'conflict');
  if (conflicts.length > 0)
    stop(
      `You and the design changed the same lines of: ${conflicts.map(({ path }) => path).join(', ')}. Nothing was written but a patch beside each, with what the design wants of it. When they are merged, call this again with --resolved: it writes the others.`,
    );
  const chosen = values.checks.split(',');
  const failure = firstFailure(
    sectionChecks(folderName, name).filter((check) => chosen.includes(check.name)),
    (line) => console.log(line),
  );
  if (failure !== null) {
    folder.takeBack();
    stop(`${failure}\nEverything is as it was before.`);
  }
  console.log(`The section lies in ${relative(process.cwd(), folderPathOf(name)) || '.'}; it is there at the next start.`);
}

try {
  await eject();
} catch (error) {
  if (error instanceof EjectionError || error instanceof ResourceError || error instanceof SyntaxError) stop(error.message);
  throw error;
}
