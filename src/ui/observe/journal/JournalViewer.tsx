import { useSelector } from '@xstate/react';
import type { DragEvent } from 'react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectOpenedJournal, type JournalViewerRef } from '#machines/observe/journal-viewer.machine';
import { t } from '../../base/i18n.ts';
import buttons from '../../kit/plain-button.module.css';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { IsolatedRoot } from './IsolatedRoot.tsx';
import { ViewerNotice } from './ViewerNotice.tsx';
import { JournalBoard } from './JournalBoard.tsx';
import classes from './JournalViewer.module.css';
import { JournalFacts } from './JournalFacts.tsx';
import { SaveButton } from './SaveButton.tsx';
import { useViewer } from './use-viewer.ts';

/** This page's journal as it goes on, or one that somebody brings; each can be saved. */
export const JournalViewer = () => (
  <IsolatedRoot>
    <Desk />
  </IsolatedRoot>
);

const onDragOver = (event: DragEvent<HTMLElement>): void => {
  if (!event.dataTransfer.types.includes('Files')) return;
  // Otherwise the browser would open the file in place of the page.
  event.preventDefault();
  event.currentTarget.dataset['over'] = '';
};

function Desk() {
  const { machine, shelf, files, live, saveLogic } = useViewer();
  const viewer = useLeafActor(machine, { id: 'journalViewer' });
  const journal = useSelector(viewer, selectOpenedJournal);
  const timeline = (journal && shelf.timeline(journal.key)) ?? live;
  const choose = (file: File | undefined) => file && viewer.send({ type: 'viewer.fileChosen', file: files.keep(file) });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping stands beside the button, which does the same
    <div
      className={classes.viewer}
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
          <button type="button" className={buttons.secondary} onClick={() => viewer.send({ type: 'viewer.liveRequested' })}>
            {t('journal.viewer.back')}
          </button>
        )}
        <OpenButton viewer={viewer} onChoose={choose} />
        {(['journal', 'replay'] as const).map((kind) => (
          <SaveButton key={kind} kind={kind} logicFor={() => saveLogic(timeline)} />
        ))}
      </div>
      <ViewerNotice viewer={viewer} />
      <div className={classes.board}>
        <JournalBoard key={journal?.key ?? ''} timeline={timeline} isLive={journal === null} />
      </div>
    </div>
  );
}

interface OpenButtonProps {
  readonly viewer: JournalViewerRef;
  readonly onChoose: (file: File | undefined) => void;
}

/** A label that looks like a button: the field itself stands in it, for keys and for who cannot see. */
function OpenButton({ viewer, onChoose }: OpenButtonProps) {
  const isBusy = useSelector(viewer, selectIsBusy);
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
