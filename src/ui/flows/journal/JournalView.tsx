import { useMemo } from 'react';
import { fileIn } from '#actors/journal-desk.actors';
import { createMoments } from '#actors/journal-moments';
import { fileTape } from '#actors/journal-tape';
import { productLogic } from '#actors/replay-roots';
import { JournalRefused, type JournalFile } from '#domain/journal-file';
import { Apart } from './Apart.tsx';
import { JournalBoard } from './JournalBoard.tsx';
import { RefusalText } from './RefusalText.tsx';

export interface JournalViewProps {
  /** As text, or read already. */
  readonly journal: string | JournalFile;
}

/** A recorded journal, moment by moment. It fills what it stands in. */
export function JournalView({ journal }: JournalViewProps) {
  const opened = useMemo(() => {
    const file = typeof journal === 'string' ? fileIn(journal) : journal;
    return file instanceof JournalRefused ? file : fileTape(file, createMoments(productLogic()));
  }, [journal]);
  if (opened instanceof JournalRefused) return <RefusalText flaw={opened.flaw} line={opened.line} />;
  return (
    <Apart>
      <JournalBoard tape={opened} isLive={false} />
    </Apart>
  );
}
