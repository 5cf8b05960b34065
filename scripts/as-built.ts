import { runnerImport } from 'vite';
import { sectionGroups } from './build/section-groups.ts';

/**
 * `node scripts/as-built.ts <script> …`: runs a script with modules as the build reads them, for what asks Vite for lists of files
 * (`import.meta.glob`).
 */
const [script] = process.argv.splice(2, 1);
if (script === undefined) throw new Error('Which script?');
await runnerImport(`/${script}`, { configFile: false, logLevel: 'warn', plugins: [sectionGroups(process.cwd())] });
