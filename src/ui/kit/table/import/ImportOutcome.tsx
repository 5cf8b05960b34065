import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { groupedCount } from '#domain/base/grouped-digits';
import type { Failure } from '#domain/base/failure';
import type { RefusedPlace, Verification } from '#domain/table/import-file';
import { selectImport, selectImportStage, selectImportStep } from '#machines/table/import.machine';
import { t } from '../../../base/i18n.ts';
import { FailureText } from '../../feedback/FailureText.tsx';
import { fieldLabel, resourceLabel } from '../../resource-texts.ts';
import type { ImportViewProps } from './import-view.ts';
import classes from './import.module.css';
import dialog from '../base/file-dialog.module.css';

const BUSY = { reading: 'tables.import.reading', verifying: 'tables.import.checking', importing: 'tables.import.importing' } as const;
/** What is said while records are added, by how far cancelling has come. */
const WHILE: Readonly<Record<string, 'tables.import.stopping' | 'tables.import.notStopped' | 'tables.import.tooLate'>> = {
  stopping: 'tables.import.stopping',
  notStopped: 'tables.import.notStopped',
  late: 'tables.import.tooLate',
};
const isBusyStep = (step: string): step is keyof typeof BUSY => step in BUSY;

/** What goes on, what stands against it, or that it is done. */
export function ImportOutcome({ actor, resource }: Pick<ImportViewProps, 'actor' | 'resource'>) {
  const { failure, verification, leftOut } = useSelector(actor, selectImport);
  const step = useSelector(actor, selectImportStep);
  const stage = useSelector(actor, selectImportStage);
  // A refusal that comes while cancelling is judged by the answer to that.
  if (step === 'reviewing' && verification)
    return (
      <>
        <Refused verification={verification} resource={resource} />
        <SaveRefused actor={actor} resource={resource} isBusy={stage === 'saving'} />
        {failure && <ImportFailure failure={failure} step={step} />}
      </>
    );
  if (failure && step !== 'importing') return <ImportFailure failure={failure} step={step} />;
  const count = groupedCount(verification?.count ?? 0);
  return (
    <div className={dialog.outcome} aria-live="polite">
      {isBusyStep(step) && (
        <>
          <progress className={dialog.bar} aria-label={t(BUSY[step])} />
          {t(BUSY[step])}
          {step === 'importing' && <span className={classes.soft}>{t(WHILE[stage] ?? 'tables.import.goesOn')}</span>}
        </>
      )}
      {step === 'verified' && <strong>{t('tables.import.ready', { count })}</strong>}
      {(step === 'verified' || step === 'imported') && leftOut.length > 0 && (
        <span className={classes.soft}>{t('tables.import.leftOut', { count: groupedCount(leftOut.length) })}</span>
      )}
      {step === 'imported' && <strong>{t('tables.import.done', { count })}</strong>}
      {step === 'imported' && stage === 'late' && <span className={classes.soft}>{t('tables.import.cameTooLate')}</span>}
      {step === 'imported' && stage === 'found' && <span className={classes.soft}>{t('tables.import.tooLate')}</span>}
      {step === 'cancelled' && (
        <>
          <strong>{t('tables.import.cancelled')}</strong>
          <span className={classes.soft}>{t('tables.import.nothingAdded')}</span>
        </>
      )}
    </div>
  );
}

/** Whoever has many to correct takes them out of the file. */
function SaveRefused({ actor, resource, isBusy }: Pick<ImportViewProps, 'actor' | 'resource'> & { readonly isBusy: boolean }) {
  return (
    <Button
      className={classes.template}
      variant="subtle"
      size="compact-sm"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={isBusy}
      onClick={() =>
        actor.send({
          type: 'import.refusedRequested',
          name: t('tables.import.refusedName', { name: resourceLabel(resource) }),
          reason: t('tables.import.reason'),
        })
      }
    >
      {t('tables.import.saveRefused')}
    </Button>
  );
}

function ImportFailure({ failure, step }: { readonly failure: Failure; readonly step: string }) {
  const rows = failure.kind === 'rejected' ? Object.entries(failure.rows ?? {}) : [];
  return (
    <div className={dialog.failure} role="alert">
      {step === 'failed' && <strong>{t('tables.import.failed')}</strong>}
      {step === 'unanswered' && <strong>{t('tables.import.unanswered')}</strong>}
      <FailureText failure={failure} />
      {step === 'unanswered' && <span className={classes.soft}>{t('tables.import.unansweredHint')}</span>}
      {rows.length > 0 && (
        <ul className={classes.refused}>
          {rows.map(([line, reason]) => (
            <li key={line}>
              <strong>{t('tables.import.line', { line })}</strong> <span>{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** As much of what was typed as tells one value from another. */
const TYPED_LENGTH = 60;

/** What is wrong at a place, with what stands there. */
function placeText({ field, typed, message }: RefusedPlace, resource: ImportViewProps['resource']): string {
  if (field === null) return message;
  const name = fieldLabel(resource, field);
  if (typed === '') return t('tables.import.place', { name, message });
  const letters = Array.from(typed);
  const value = letters.length > TYPED_LENGTH ? `${letters.slice(0, TYPED_LENGTH).join('')}…` : typed;
  return t('tables.import.placeTyped', { name, value, message });
}

/** More than anybody reads; the file of refused rows has all of them. */
const SHOWN_PLACES = 500;

/** By row and field, in words. */
function Refused({ verification, resource }: { readonly verification: Verification } & Pick<ImportViewProps, 'resource'>) {
  const { count, refused, refusedRows } = verification;
  const shown = refused.slice(0, SHOWN_PLACES);
  return (
    <div className={dialog.failure} role="alert">
      <strong>{t('tables.import.refused', { count: groupedCount(refusedRows) })}</strong>
      <span className={classes.soft}>{t(count > 0 ? 'tables.import.refusedOthersHint' : 'tables.import.refusedHint')}</span>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys */}
      <ul className={classes.refused} tabIndex={0} aria-label={t('tables.import.refused', { count: refusedRows })}>
        {shown.map((place) => (
          <li key={`${place.line}:${place.field}`}>
            <strong>{t('tables.import.line', { line: place.line })}</strong> <span>{placeText(place, resource)}</span>
          </li>
        ))}
      </ul>
      {shown.length < refused.length && <span className={classes.soft}>{t('tables.import.more', { count: shown.length })}</span>}
    </div>
  );
}
