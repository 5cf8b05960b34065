import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import type { JournalFileKind, journalSaveMachine } from '#machines/observe/journal-save.machine';
import { t } from '../../base/i18n.ts';
import buttons from '../../kit/plain-button.module.css';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { SaveDialog } from './SaveDialog.tsx';

interface SaveButtonProps {
  readonly kind: JournalFileKind;
  readonly logicFor: () => typeof journalSaveMachine;
}

const WORDS = { journal: 'journal.viewer.export', replay: 'journal.viewer.test' } as const;
const NAMES = { journal: 'journal', replay: '' } as const;

/** Opens the dialog that saves the journal, as a file to read or as a test. */
export function SaveButton({ kind, logicFor }: SaveButtonProps) {
  const dialog = useLeafActor(disclosureMachine, { id: `journalSave:${kind}` });
  const isOpen = useSelector(dialog, selectIsOpen);
  return (
    <>
      <button type="button" className={buttons.secondary} aria-haspopup="dialog" onClick={() => dialog.send({ type: 'disclosure.opened' })}>
        {t(WORDS[kind])}
      </button>
      {isOpen && <NewSave kind={kind} logicFor={logicFor} onClose={() => dialog.send({ type: 'disclosure.closed' })} />}
    </>
  );
}

function NewSave({ kind, logicFor, onClose }: SaveButtonProps & { readonly onClose: () => void }) {
  // What is saved is the journal as it was when the dialog opened.
  // oxlint-disable-next-line react/exhaustive-deps -- one for each dialog
  const logic = useMemo(logicFor, []);
  const save = useLeafActor(logic, { id: 'journalSave', input: { kind, name: NAMES[kind] } });
  return <SaveDialog save={save} onClose={onClose} />;
}
