import { useMemo } from 'react';
import { fileIn } from '#actors/observe/journal-viewer.actors';
import { createJournalSnapshots } from '#actors/observe/journal-snapshots';
import { fileTimeline } from '#actors/observe/journal-timeline';
import { productLogic } from '#actors/app/product-machines';
import { JournalRefused, type JournalFile } from '#domain/observe/journal-file';
import { IsolatedRoot } from './IsolatedRoot.tsx';
import { JournalBoard } from './JournalBoard.tsx';
import { RefusalText } from './RefusalText.tsx';

export interface JournalViewProps {
  /** As text, or read already. */
  readonly journal: string | JournalFile;
}

/** A recorded journal, snapshot by snapshot. It fills what it stands in. */
export function JournalView({ journal }: JournalViewProps) {
  const opened = useMemo(() => {
    const file = typeof journal === 'string' ? fileIn(journal) : journal;
    return file instanceof JournalRefused ? file : fileTimeline(file, createJournalSnapshots(productLogic()));
  }, [journal]);
  if (opened instanceof JournalRefused) return <RefusalText flaw={opened.flaw} line={opened.line} />;
  return (
    <IsolatedRoot>
      <JournalBoard timeline={opened} isLive={false} />
    </IsolatedRoot>
  );
}
