import { useSelector } from '@xstate/react';
import type { DragEvent } from 'react';
import { selectOpenedJournal, type JournalViewerRef } from '#machines/observe/journal-viewer.machine';
import { t } from '../../base/i18n.ts';
import buttons from '../../kit/plain-button.module.css';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { Apart } from './IsolatedRoot.tsx';
import { DeskNotice } from './ViewerNotice.tsx';
import { JournalBoard } from './JournalBoard.tsx';
import classes from './JournalViewer.module.css';
import { JournalFacts } from './JournalFacts.tsx';
import { SaveButton } from './SaveButton.tsx';
import { useDesk } from './use-viewer.ts';

/** This page's journal as it goes on, or one that somebody brings; each can be saved. */
export const JournalDesk = () => (
  <Apart>
    <Desk />
  </Apart>
);

const onDragOver = (event: DragEvent<HTMLElement>): void => {
  if (!event.dataTransfer.types.includes('Files')) return;
  // Otherwise the browser would open the file in place of the page.
  event.preventDefault();
  event.currentTarget.dataset['over'] = '';
};

function Desk() {
  const { machine, shelf, files, live, saveLogic } = useDesk();
  const desk = useLeafActor(machine, { id: 'journalViewer' });
  const journal = useSelector(desk, selectOpenedJournal);
  const tape = (journal && shelf.tape(journal.key)) ?? live;
  const choose = (file: File | undefined) => file && desk.send({ type: 'viewer.fileChosen', file: files.keep(file) });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping stands beside the button, which does the same
    <div
      className={classes.desk}
      onDragOver={onDragOver}
      onDragLeave={(event) => delete event.currentTarget.dataset['over']}
      onDrop={(event) => {
        delete event.currentTarget.dataset['over'];
        event.preventDefault();
        choose(event.dataTransfer.files[0]);
      }}
    >
      <div className={classes.strip}>
        {journal ? <JournalFacts journal={journal} /> : <p className={classes.live}>{t('journal.viewer.live')}</p>}
        {journal && (
          <button type="button" className={buttons.secondary} onClick={() => desk.send({ type: 'viewer.liveRequested' })}>
            {t('journal.viewer.back')}
          </button>
        )}
        <OpenButton desk={desk} onChoose={choose} />
        {(['journal', 'replay'] as const).map((kind) => (
          <SaveButton key={kind} kind={kind} logicFor={() => saveLogic(tape)} />
        ))}
      </div>
      <DeskNotice desk={desk} />
      <div className={classes.board}>
        <JournalBoard key={journal?.key ?? ''} tape={tape} isLive={journal === null} />
      </div>
    </div>
  );
}

interface OpenButtonProps {
  readonly desk: JournalViewerRef;
  readonly onChoose: (file: File | undefined) => void;
}

/** A label that looks like a button: the field itself stands in it, for keys and for who cannot see. */
function OpenButton({ desk, onChoose }: OpenButtonProps) {
  const isBusy = useSelector(desk, (snapshot) => snapshot.hasTag('busy'));
  return (
    <label className={`${buttons.secondary} ${classes.open}`} title={t('journal.viewer.drop')} data-busy={isBusy || undefined}>
      {t('journal.viewer.import')}
      <input
        type="file"
        accept=".jsonl,.txt,application/jsonl"
        disabled={isBusy}
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.files?.[0]);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
