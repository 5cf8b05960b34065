import { useSelector } from '@xstate/react';
import { fileSizeInWords } from '#domain/base/file-size';
import { groupedCount } from '#domain/base/grouped-digits';
import { selectExport, selectExportOutcome, type ExportRef } from '#machines/table/export.machine';
import { t } from '../../../base/i18n.ts';
import { FailureText } from '../../feedback/FailureText.tsx';
import dialog from '../base/file-dialog.module.css';

const sizeText = (bytes: number): string => fileSizeInWords(bytes) ?? '';

function progressText(bytes: number, rows: ReturnType<typeof selectExport>['rows']): string {
  if (bytes === 0) return t('tables.export.preparing');
  const size = sizeText(bytes);
  return rows
    ? t('tables.export.advanced', { done: groupedCount(rows.done), count: groupedCount(rows.of), size })
    : t('tables.export.received', { size });
}

/** How the download goes, or went. */
export function ExportOutcome({ actor }: { readonly actor: ExportRef }) {
  const { bytes, rows, file, failure } = useSelector(actor, selectExport);
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
          <progress className={dialog.bar} aria-label={t('tables.export.preparing')} {...(rows && { value: rows.done, max: rows.of })} />
          {progressText(bytes, rows)}
        </>
      )}
      {outcome === 'saved' && file && (
        <>
          <strong>{t('tables.export.saved', { file: file.name })}</strong>
          <span>{t('tables.export.savedRows', { count: groupedCount(file.rows), size: sizeText(file.sizeBytes) })}</span>
        </>
      )}
    </div>
  );
}
