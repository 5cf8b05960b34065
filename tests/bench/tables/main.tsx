import '#ui/app/base.css';
import '#ui/admin/base/admin-styles.ts';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { createJournal } from '#actors/observe/journal';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { theme } from '#ui/admin/base/theme.ts';
import { DataTable } from '#ui/kit/table/DataTable.tsx';
import { loadedCollection } from './bench-collection.ts';
import { benchResource, benchRows } from './bench-rows.ts';
import { HandWrittenTable } from './HandWrittenTable.tsx';

export type TableKind = 'ours' | 'hand-written';

/** What `scripts/bench/tables.ts` calls in the page. */
export interface TableBench {
  /** @returns milliseconds of script until the rows stand in the document */
  mount(kind: TableKind, rowCount: number): Promise<number>;
  /** @returns milliseconds of script until every box drawn is ticked */
  selectAll(): Promise<number>;
  nodeCount(): number;
  unmount(): void;
}

const host = document.querySelector<HTMLElement>('#root');
if (!host) throw new Error('no place for the table');
let root: Root | null = null;

await startMessages('zh-cn');
await loadMessages(['resources']);
// Widgets of the table report to the journal and use nothing else of the application.
const handle = { journal: createJournal({ now: () => Date.now() }) } as unknown as AppHandle;

const FRAME = { height: 900, display: 'flex', flexDirection: 'column' } as const;

/** What every page stands in; it is there before a table comes. */
const inApp = (view: ReactNode) => (
  <MantineProvider theme={theme}>
    <AppHandleContext value={handle}>{view}</AppHandleContext>
  </MantineProvider>
);

async function viewOf(kind: TableKind, rowCount: number): Promise<ReactNode> {
  const rows = benchRows(rowCount);
  if (kind === 'hand-written') return <HandWrittenTable rows={rows} />;
  const collection = await loadedCollection(rows);
  // The table stands in a frame of a window's height, as it does in the back office.
  return (
    <div style={FRAME}>
      <DataTable collection={collection} resource={benchResource} />
    </div>
  );
}

const bench: TableBench = {
  async mount(kind, rowCount) {
    const view = await viewOf(kind, rowCount);
    const mounting = createRoot(host);
    root = mounting;
    flushSync(() => mounting.render(inApp(null)));
    const start = performance.now();
    flushSync(() => mounting.render(inApp(view)));
    const elapsedMs = performance.now() - start;
    if (!host.querySelector('tbody tr[data-id]')) throw new Error('no rows are drawn');
    return elapsedMs;
  },
  async selectAll() {
    const box = host.querySelector<HTMLInputElement>('thead input[type="checkbox"]');
    const start = performance.now();
    box?.click();
    // React draws the answer to a click before the next microtask but one.
    await new Promise<void>((resolve) => queueMicrotask(resolve));
    const elapsedMs = performance.now() - start;
    const rows = [...host.querySelectorAll('tbody tr[data-id]')];
    if (rows.length === 0 || rows.some((row) => row.getAttribute('aria-selected') !== 'true')) throw new Error('not all rows are selected');
    return elapsedMs;
  },
  nodeCount: () => host.querySelectorAll('*').length,
  unmount() {
    root?.unmount();
    root = null;
  },
};
Object.assign(globalThis, { bench });
