import { Alert, Button, Kbd, Skeleton } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense, type ComponentType, type FormEvent } from 'react';
import { isInForm } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { selectIsCompared } from '#machines/table/record-form.selectors';
import {
  selectRecordFormFailure,
  selectIsRecordDirty,
  selectIsNewRecord,
  selectIsSaving,
  selectRecordFormIsEditing,
  selectRecordFormIsLoading,
  selectRecordFormIsUnavailable,
  type RecordFormRef,
} from '#machines/table/record-form.machine';
import { t } from '../../base/i18n.ts';
import { newKey } from '../../base/new-key.ts';
import buttons from '../plain-button.module.css';
import { ReadFailed } from '../feedback/ReadFailed.tsx';
import { ConflictView } from './ConflictView.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { focusFirstError } from './focus-first-error.ts';
import type { FieldInput } from '../fields/base/field-input.ts';
import type { FormStepsProps, SectionBundle } from '../table/base/table-extras.ts';
import classes from './form.module.css';
import { FormField } from './FormField.tsx';
import { StateBadge } from './StateBadge.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { focusFirstControl } from './window-focus.ts';

interface FormBodyProps {
  readonly form: RecordFormRef;
  /** Its owner opens another new record after one that was saved so. */
  readonly canRepeat?: boolean | undefined;
  readonly resource: Resource;
  /** Begins a new record like this one. */
  readonly onCopy?: (() => void) | undefined;
  /** The right to save was taken away while the form was open. */
  readonly isForbidden?: boolean;
  /** Others are edited after it. */
  readonly hasNext?: boolean | undefined;
  /** In the place of one input after the other. */
  readonly Fields?: SectionBundle['Fields'] | undefined;
  /** Beside the button that saves. */
  readonly Steps?: ComponentType<FormStepsProps> | undefined;
  /** In the place of the input of a new record's state. */
  readonly NewState?: FieldInput | undefined;
}

const BONES = 6;
/** The button that saves and goes on with another new record is called so. */
export const REPEAT = 'repeat';

const isApple = (): boolean => /Mac|iPhone|iPad/u.test(navigator.userAgent);

/** What is inside the window: the fields, or why they are not there, or two versions to choose from. */
export function FormBody(props: FormBodyProps) {
  const { form, resource } = props;
  const isLoading = useSelector(form, selectRecordFormIsLoading);
  const isUnavailable = useSelector(form, selectRecordFormIsUnavailable);
  const isConflict = useSelector(form, selectIsCompared);
  if (isLoading) return <FormSkeleton />;
  if (isUnavailable) return <Unavailable form={form} hasNext={props.hasNext} />;
  if (isConflict) return <ConflictView form={form} resource={resource} />;
  return <Fields {...props} />;
}

function Fields({ form, resource, canRepeat = false, onCopy, isForbidden = false, Fields: Own, Steps, NewState }: FormBodyProps) {
  const isSaving = useSelector(form, selectIsSaving);
  const isDirty = useSelector(form, selectIsRecordDirty);
  const isNew = useSelector(form, selectIsNewRecord);
  const mayRepeat = isNew && canRepeat;
  useKeptFocus(isSaving);
  const save = (again = false) => {
    if (isForbidden) return;
    form.send({ type: 'form.submitted', ...(again && { again: newKey() }) });
    const snapshot = form.getSnapshot();
    if (snapshot.status === 'active' && selectRecordFormIsEditing(snapshot)) focusFirstError(resource, snapshot);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <form noValidate className={classes.form} onSubmit={onSubmit} aria-busy={isSaving}>
      {/* One reason: what else there is to correct helps nobody who may not save. */}
      {!isForbidden && <ErrorSummary form={form} resource={resource} />}
      {isForbidden && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library's own element
        <Alert className={classes.forbidden} color="orange" role="status" p="xs" icon={<IconLock size={18} />}>
          {t('resources.kit.form.forbidden')}
        </Alert>
      )}
      {/* What is typed while it is saved would be shown and not be there. */}
      <div ref={focusFirstControl} className={classes.fields} inert={isSaving}>
        {Own ? (
          <Own form={form} resource={resource} />
        ) : (
          Object.entries(resource.fields)
            .filter(([, field]) => isInForm(field))
            .map(([key, field]) => (
              <FormField
                key={key}
                form={form}
                resource={resource}
                fieldKey={key}
                field={field}
                Input={key === resource.lifeField ? (isNew ? NewState : StateBadge) : undefined}
              />
            ))
        )}
      </div>
      <div className={classes.footer}>
        <span className={classes.shortcut}>
          {isDirty && <span className={classes.unsaved}>{t('resources.kit.form.unsaved')}</span>}
          {!isForbidden && (
            <>
              <Kbd size="xs">{isApple() ? '⌘' : 'Ctrl'}</Kbd> <Kbd size="xs">Enter</Kbd> {t('resources.kit.form.shortcut')}
            </>
          )}
        </span>
        <Button variant="default" disabled={isSaving} onClick={() => form.send({ type: 'form.closeRequested' })}>
          {t('resources.kit.form.cancel')}
        </Button>
        {onCopy && !isNew && (
          <Button
            variant="default"
            disabled={isSaving || isDirty}
            title={isDirty ? t('resources.kit.form.duplicateLater') : undefined}
            onClick={onCopy}
          >
            {t('resources.kit.form.duplicate')}
          </Button>
        )}
        <Suspense>{Steps && <Steps form={form} resource={resource} isForbidden={isForbidden} />}</Suspense>
        {mayRepeat && (
          <Button
            name={REPEAT}
            variant="default"
            disabled={isForbidden || isSaving}
            title={`${isApple() ? '⌘ ⇧' : 'Ctrl Shift'} Enter`}
            onClick={() => save(true)}
          >
            {t('resources.kit.form.saveAndAdd')}
          </Button>
        )}
        <Button type="submit" loading={isSaving} disabled={isForbidden} loaderProps={{ 'aria-label': t('resources.kit.form.saving') }}>
          {t('resources.kit.form.save')}
        </Button>
      </div>
    </form>
  );
}

function FormSkeleton() {
  return (
    <div className={classes.fields} aria-busy aria-label={t('resources.kit.form.loading')}>
      {Array.from({ length: BONES }, (_, index) => (
        <div key={index}>
          <Skeleton height={12} width={80} mb={8} />
          <Skeleton height={36} />
        </div>
      ))}
    </div>
  );
}

function Unavailable({ form, hasNext = false }: Pick<FormBodyProps, 'form' | 'hasNext'>) {
  const failure = useSelector(form, selectRecordFormFailure);
  return (
    <ReadFailed
      level={3}
      title={t('resources.kit.form.loadFailed')}
      failure={failure}
      onRetry={() => form.send({ type: 'form.loadRetried' })}
    >
      {hasNext && (
        <button type="button" className={buttons.secondary} onClick={() => form.send({ type: 'form.passedOver' })}>
          {t('resources.kit.form.next')}
        </button>
      )}
      <button type="button" className={buttons.secondary} onClick={() => form.send({ type: 'form.closeRequested' })}>
        {t('resources.kit.form.close')}
      </button>
    </ReadFailed>
  );
}
