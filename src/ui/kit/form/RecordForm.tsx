import '../form-styles.ts';
import { Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { use, type ComponentType, type KeyboardEvent } from 'react';
import { hasVersions, type Resource } from '#domain/table/resource';
import { titleKey } from '#domain/table/title-key';
import {
  selectFormId,
  selectIsNewRecord,
  selectRecordFormIsConfirmingClose,
  type RecordFormRef,
} from '#machines/table/record-form.machine';
import { HistoryContext } from '../changes/history-context.ts';
import { pageLanguage, t } from '../../base/i18n.ts';
import { scalarText } from '../cells/scalar-text.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { labelInSentence } from '../resource-texts.ts';
import { UploadOwnerContext } from '../files/upload-owner.ts';
import type { FieldInput } from '../fields/base/field-input.ts';
import type { FormStepsProps, SectionBundle } from '../table/base/table-extras.ts';
import { useIsPhone } from '../use-is-phone.ts';
import classes from './form.module.css';
import { FormBody, REPEAT } from './FormBody.tsx';
import { RecordTitle, type Neighbours } from './RecordTitle.tsx';
import { RecordTabs } from './RecordTabs.tsx';
import { giveFocusBack } from './window-focus.ts';

interface RecordFormProps {
  readonly form: RecordFormRef;
  readonly resource: Resource;
  /** Its owner opens another new record after one that was saved so. */
  readonly canRepeat?: boolean;
  /** Which of how many that are edited one after the other. */
  readonly turn?: { readonly at: number; readonly of: number } | undefined;
  /** The records before and after it in the list, and what opens one. */
  readonly neighbours?: Neighbours | undefined;
  /** Begins a new record like the one that is open. */
  readonly onCopy?: (() => void) | undefined;
  /** The right to save was taken away while the form was open. */
  readonly isForbidden?: boolean;
  readonly Fields?: SectionBundle['Fields'] | undefined;
  /** Beside the button that saves: what may be done along with it. */
  readonly Steps?: ComponentType<FormStepsProps> | undefined;
  /** In the place of the input of a new record's state. */
  readonly NewState?: FieldInput | undefined;
}

/** Which record it is, once that is known. */
const editTitle = (name: string, title: string): string =>
  title === '' ? t('resources.kit.form.editTitle', { name }) : t('resources.kit.form.editTitled', { name, title });

/** Of several that are edited one after the other, which. */
const inTurn = (title: string, turn: RecordFormProps['turn']): string =>
  turn ? t('resources.kit.form.turn', { title, at: turn.at, of: turn.of }) : title;

/** Adds or edits one record in a window over the list; on a phone it takes the whole screen. */
export function RecordForm(props: RecordFormProps) {
  const { form, resource, canRepeat, turn, neighbours, onCopy, isForbidden = false, Fields, Steps, NewState } = props;
  const isNew = useSelector(form, selectIsNewRecord);
  const id = useSelector(form, selectFormId);
  const isConfirming = useSelector(form, selectRecordFormIsConfirmingClose);
  const isPhone = useIsPhone();
  const name = labelInSentence(resource);
  const title = useSelector(form, ({ context }) => scalarText(context.loaded[titleKey(resource, context.loaded, pageLanguage())]));
  const hasHistory = use(HistoryContext) && hasVersions(resource);
  const hasNext = turn !== undefined && turn.at < turn.of;
  const askToClose = () => form.send({ type: 'form.closeRequested' });
  const onKeyDown = (event: KeyboardEvent) => {
    const isOthers = event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true';
    if (event.key === 'Escape' && !isOthers && !event.nativeEvent.isComposing) askToClose();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const repeat = event.shiftKey ? event.currentTarget.querySelector<HTMLButtonElement>(`button[name="${REPEAT}"]`) : null;
    if (repeat) repeat.click();
    else event.currentTarget.querySelector('form')?.requestSubmit();
  };
  return (
    <>
      <Modal
        opened
        onClose={askToClose}
        title={
          isNew ? (
            t('resources.kit.form.addTitle', { name })
          ) : (
            <RecordTitle form={form} neighbours={neighbours}>
              {inTurn(editTitle(name, title), turn)}
            </RecordTitle>
          )
        }
        size={860}
        fullScreen={isPhone}
        // A slip beside the window must not throw away what was typed.
        closeOnClickOutside={false}
        // Heard on its way up, not at the window: there the question below would take the very Esc that calls it as its answer.
        closeOnEscape={false}
        onKeyDown={onKeyDown}
        closeButtonProps={{ 'aria-label': t('resources.kit.form.close') }}
        padding={0}
        transitionProps={{ duration: 120 }}
        classNames={{ header: classes.header }}
      >
        <span ref={giveFocusBack} hidden />
        <UploadOwnerContext value={form}>
          {id === null || !hasHistory ? (
            <FormBody
              form={form}
              resource={resource}
              canRepeat={canRepeat}
              onCopy={onCopy}
              isForbidden={isForbidden}
              hasNext={hasNext}
              Fields={Fields}
              Steps={Steps}
              NewState={NewState}
            />
          ) : (
            <RecordTabs form={form} resource={resource} id={id}>
              <FormBody
                form={form}
                resource={resource}
                onCopy={onCopy}
                isForbidden={isForbidden}
                hasNext={hasNext}
                Fields={Fields}
                Steps={Steps}
              />
            </RecordTabs>
          )}
        </UploadOwnerContext>
      </Modal>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('resources.kit.form.dirtyTitle')}
        confirm={{ label: t('resources.kit.form.discard'), isDanger: true, onConfirm: () => form.send({ type: 'form.closeConfirmed' }) }}
        cancelLabel={t('resources.kit.form.keepEditing')}
        onCancel={() => form.send({ type: 'form.closeCancelled' })}
      >
        {t('resources.kit.form.dirtyHint')}
      </ConfirmDialog>
    </>
  );
}
