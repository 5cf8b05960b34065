import { buildProduct } from './build-pages.ts';
import { benchChanges } from './changes.ts';
import { benchChat } from './chat.ts';
import { benchDemo } from './demo.ts';
import { benchExports } from './exports.ts';
import { benchFailover } from './failover.ts';
import type { Effort } from './effort.ts';
import { benchLife } from './life.ts';
import { benchLists } from './lists.ts';
import { benchPages } from './pages.ts';
import { benchPause } from './pause.ts';
import { benchPublish } from './publish.ts';
import { benchServer } from './server.ts';
import { benchSessions } from './sessions.ts';
import { benchState } from './state.ts';
import { benchTables } from './tables.ts';
import { benchTerminal } from './terminal.ts';
import { benchUploadMemory } from './upload-memory.ts';
import { benchUploadPrint } from './upload-print.ts';

export interface Area {
  readonly title: string;
  /** @returns a table, as text */
  readonly run: (effort: Effort) => Promise<string>;
}

/** What can be measured, by the name that `npm run bench` knows it by. */
export const AREAS: Readonly<Record<string, Area>> = {
  state: { title: 'State', run: benchState },
  tables: { title: 'Tables', run: benchTables },
  terminal: { title: 'Terminal', run: benchTerminal },
  pages: {
    title: 'Pages (first visit; × = beside its floor; slow = CPU 4×, Fast 4G)',
    run: (effort) => {
      if (effort === 'whole') buildProduct();
      return benchPages(effort);
    },
  },
  lists: { title: 'Lists, as their tables grow', run: benchLists },
  pause: { title: 'Pauses of the server under hostile calls', run: benchPause },
  server: { title: 'Server', run: benchServer },
  sessions: { title: 'Sessions (PostgreSQL with TEST_DATABASE_URL)', run: benchSessions },
  changes: { title: 'Changes (PostgreSQL with TEST_DATABASE_URL)', run: benchChanges },
  life: { title: 'The life of records (PostgreSQL with TEST_DATABASE_URL)', run: benchLife },
  chat: { title: 'Chat (PostgreSQL with TEST_DATABASE_URL)', run: benchChat },
  publish: { title: 'Publishing a section that was designed in the browser', run: benchPublish },
  failover: { title: 'A primary that is lost (PostgreSQL of two machines)', run: benchFailover },
  exports: { title: 'Exports (PostgreSQL with TEST_DATABASE_URL)', run: benchExports },
  demo: { title: 'In a browser alone (on two idle cores)', run: benchDemo },
  uploads: { title: 'Uploads', run: async (effort) => `${await benchUploadPrint(effort)}\n\n${await benchUploadMemory(effort)}` },
};
