import { useMemo } from 'react';
import { createFiles } from '#actors/base/files';
import { journalViewerLogic } from '#actors/observe/journal-viewer.actors';
import { journalSaveLogic } from '#actors/observe/journal-save.actors';
import { liveTimeline, type JournalTimeline } from '#actors/observe/journal-timeline';
import { productLogic } from '#actors/app/product-machines';
import { saveFile } from '#actors/base/save-file';
import { useApp } from '../../base/app-context.ts';
import { newKey } from '../../base/new-key.ts';

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The page's own journal, and what it takes to open others and to save one. */
export function useViewer() {
  const { journal } = useApp();
  return useMemo(() => {
    const product = productLogic();
    // What runs here is known better than what the product has in general.
    const logicOf = (path: string) => journal.logicOf(path) ?? product(path);
    const files = createFiles(newKey);
    return {
      files,
      live: liveTimeline(journal, { logicOf, onFrame: (run) => void requestAnimationFrame(run) }),
      ...journalViewerLogic({ files, logicOf: product, pause }),
      saveLogic: ({ store }: JournalTimeline) =>
        journalSaveLogic({ file: () => store.getSnapshot().context, logicOf: product, save: saveFile, pause }),
    };
  }, [journal]);
}
