import { Alert, Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import type { Resource } from '#domain/table/resource';
import { selectRecordFormFailure, type RecordFormRef } from '#machines/table/record-form.machine';
import { t, text } from '../../base/i18n.ts';
import { FailureText } from '../feedback/FailureText.tsx';
import { mayBeDone } from '../feedback/may-be-done.ts';
import { fieldLabel } from '../resource-texts.ts';
import { focusFirstError, wrongFields } from './focus-first-error.ts';

interface ErrorSummaryProps {
  readonly form: RecordFormRef;
  readonly resource: Resource;
}

/** As it was wished before: with its step, and what was to follow. */
function submitAgain(form: RecordFormRef): void {
  const { step, again } = form.getSnapshot().context;
  form.send({ type: 'form.submitted', ...(step && { step }), ...(again !== undefined && { again }) });
}

/**
 * Says aloud that a save did not happen, or that nobody knows whether it did, and why. Issues at single fields stand there; here stands how
 * many, and the first. Source: readings 7.3.
 */
export function ErrorSummary({ form, resource }: ErrorSummaryProps) {
  const failure = useSelector(form, selectRecordFormFailure);
  const wrong = useSelector(form, (snapshot) => wrongFields(resource, snapshot).join(' '));
  const [first] = wrong.split(' ');
  const count = wrong === '' ? 0 : wrong.split(' ').length;
  const said = useSelector(form, ({ context: { issues, serverTexts } }) => {
    const issue = first ? issues[first] : undefined;
    return issue ? text(issue.key, issue.params) : first ? serverTexts[first] : undefined;
  });
  // A refusal by the server, or after two versions were merged, finds the keyboard anywhere: it is led to the field that is meant.
  const leadToField = useCallback(
    (alert: HTMLDivElement | null) => {
      if (alert && (failure || document.activeElement === document.body)) focusFirstError(resource, form.getSnapshot());
    },
    [failure, form, resource],
  );
  if (!failure && count === 0) return null;
  const isUnconfirmed = failure !== null && mayBeDone(failure);
  const undone = t(isUnconfirmed ? 'resources.kit.form.unconfirmed' : 'resources.kit.form.failed');
  return (
    <Alert
      ref={leadToField}
      color="red"
      role="alert"
      p="xs"
      icon={<IconAlertCircle size={18} />}
      title={count > 0 ? t('resources.kit.form.errorSummary', { count }) : undone}
    >
      {first && said ? (
        t('resources.kit.form.firstError', { field: fieldLabel(resource, first), message: said })
      ) : failure ? (
        <>
          <FailureText failure={failure} />
          {isUnconfirmed && (
            <>
              <br />
              <Button variant="default" size="compact-sm" onClick={() => submitAgain(form)}>
                {t('common.action.retry')}
              </Button>
            </>
          )}
        </>
      ) : null}
    </Alert>
  );
}
