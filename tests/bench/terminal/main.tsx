import '#ui/app/base.css';
import { createRoot } from 'react-dom/client';
import { createJournal } from '#actors/observe/journal';
import { createTerminalOutput } from '#actors/terminal/terminal-output';
import { lazyNow } from '#actors/base/lazy-code';
import { LogicsContext, type ViewLogics } from '#ui/base/lazy-bundles.ts';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { TaskOutput } from '#ui/admin/terminal/TaskOutput.tsx';
import { handWrittenOutput } from './hand-written-output.ts';

export type OutputKind = 'ours' | 'hand-written';
export interface OutputFigures {
  readonly shownMs: number;
  readonly longestTaskMs: number;
  readonly heapMb: number;
  readonly nodes: number;
}

/** What `scripts/bench/terminal.ts` calls in the page. */
export interface TerminalBench {
  /** Streams the lines in batches, each a task of its own, and waits until the last stands in the document. */
  stream(kind: OutputKind, lineCount: number, batchSize: number): Promise<OutputFigures>;
}

interface Measured {
  readonly gc?: () => void;
  readonly performance: { readonly memory?: { readonly usedJSHeapSize: number } };
}

const place = document.querySelector<HTMLElement>('#root');
if (!place) throw new Error('no place for the output');
const host = place;
await startMessages('zh-cn');
await loadMessages(['terminal']);

const RUN = 'run';
const { gc, performance: memory } = globalThis as unknown as Measured;
const heapMb = () => {
  gc?.();
  return (memory.memory?.usedJSHeapSize ?? 0) / 2 ** 20;
};
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));
const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

function ourOutput() {
  const output = createTerminalOutput((run) => void requestAnimationFrame(run));
  // The view uses the journal and the lines, and nothing else of the application.
  const handle = { journal: createJournal({ now: () => Date.now() }) } as unknown as AppHandle;
  const root = createRoot(host);
  root.render(
    <AppHandleContext value={handle}>
      <LogicsContext value={{ bundles: { terminal: lazyNow({ output }) } } as unknown as ViewLogics}>
        <TaskOutput runUuid={RUN} command="bench" />
      </LogicsContext>
    </AppHandleContext>,
  );
  return {
    append: (lines: readonly string[]) =>
      output.append(
        RUN,
        lines.map((text) => ({ text, atMs: 0 })),
      ),
    end: () => root.unmount(),
  };
}

const bench: TerminalBench = {
  async stream(kind, lineCount, batchSize) {
    const before = heapMb();
    const view = kind === 'ours' ? ourOutput() : handWrittenOutput(host);
    await nextFrame();
    let longestTaskMs = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
    });
    observer.observe({ type: 'longtask' });
    const startMs = performance.now();
    for (let from = 0; from < lineCount; from += batchSize) {
      const lines = Array.from(
        { length: batchSize },
        (_, index) => `[${from + index}] added 1 package, and audited ${from} packages in 2s`,
      );
      view.append(lines);
      // oxlint-disable-next-line no-await-in-loop -- one batch after the other, as they come
      await (globalThis as unknown as { scheduler: { postTask(run: () => void): Promise<void> } }).scheduler.postTask(() => {});
    }
    // oxlint-disable-next-line no-await-in-loop -- looks once a frame
    while (!host.textContent.includes(`[${lineCount - 1}]`)) await nextFrame();
    const shownMs = performance.now() - startMs;
    await nextTask();
    await nextTask();
    observer.disconnect();
    const figures = { shownMs, longestTaskMs, heapMb: heapMb() - before, nodes: host.querySelectorAll('*').length };
    view.end();
    await nextTask();
    return figures;
  },
};
Object.assign(globalThis, { bench });
