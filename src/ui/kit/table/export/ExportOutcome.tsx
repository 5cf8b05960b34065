import { useSelector } from '@xstate/react';
import { fileSizeInWords } from '#domain/base/file-size';
import { groupedDigits } from '#domain/base/grouped-digits';
import { selectExport, selectExportOutcome, type ExportRef } from '#machines/table/export.machine';
import { t } from '../../../base/i18n.ts';
import { FailureText } from '../../feedback/FailureText.tsx';
import dialog from '../base/file-dialog.module.css';

const sizeText = (bytes: number): string => fileSizeInWords(bytes) ?? '';

/** How the download goes, or went. */
export function ExportOutcome({ actor }: { readonly actor: ExportRef }) {
  const { bytes, file, failure } = useSelector(actor, selectExport);
  const outcome = useSelector(actor, selectExportOutcome);
  if (outcome === 'failed' && failure) {
    return (
      <div className={dialog.failure} role="alert">
        <strong>{t('tables.export.failed')}</strong>
        <FailureText failure={failure} />
      </div>
    );
  }
  return (
    <div className={dialog.outcome} aria-live="polite">
      {outcome === 'busy' && (
        <>
          <progress className={dialog.bar} aria-label={t('tables.export.preparing')} />
          {bytes === 0 ? t('tables.export.preparing') : t('tables.export.received', { size: sizeText(bytes) })}
        </>
      )}
      {outcome === 'saved' && file && (
        <>
          <strong>{t('tables.export.saved', { file: file.name })}</strong>
          <span>{t('tables.export.savedRows', { count: groupedDigits(String(file.rows)), size: sizeText(file.sizeBytes) })}</span>
        </>
      )}
    </div>
  );
}
