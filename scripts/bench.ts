import { buildProduct } from './bench/build-pages.ts';
import { benchExports } from './bench/exports.ts';
import { benchPages } from './bench/pages.ts';
import { benchServer } from './bench/server.ts';
import { benchSessions } from './bench/sessions.ts';
import { benchState } from './bench/state.ts';
import { benchTables } from './bench/tables.ts';
import { benchTerminal } from './bench/terminal.ts';
import { benchUploadMemory } from './bench/upload-memory.ts';
import { benchUploadPrint } from './bench/upload-print.ts';

/** `npm run bench`: our figures beside their floors and budgets; `npm run bench -- pages tables` for some areas only. */
const AREAS: Readonly<Record<string, { readonly title: string; readonly run: () => Promise<string> }>> = {
  state: { title: 'State', run: benchState },
  tables: { title: 'Tables', run: benchTables },
  terminal: { title: 'Terminal', run: benchTerminal },
  pages: {
    title: 'Pages (first visit; × = beside its floor; slow = CPU 4×, Fast 4G)',
    run: () => {
      buildProduct();
      return benchPages();
    },
  },
  server: { title: 'Server', run: benchServer },
  sessions: { title: 'Sessions (PostgreSQL with TEST_DATABASE_URL)', run: benchSessions },
  exports: { title: 'Exports', run: benchExports },
  uploads: { title: 'Uploads', run: async () => `${await benchUploadPrint()}\n\n${await benchUploadMemory()}` },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !AREAS[name]);
if (unknown.length > 0) {
  console.error(`unknown area ${unknown.join(', ')}; there are ${Object.keys(AREAS).join(', ')}`);
  process.exit(1);
}
for (const [name, { title, run }] of Object.entries(AREAS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const start = performance.now();
  console.log(`\n## ${title}\n\n${await run()}\n\n(${Math.round((performance.now() - start) / 1000)} s)`);
}
