import { useSelector } from '@xstate/react';
import type { Failure } from '#domain/base/failure';
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

/** What came between; the rest that is no refusal is a fault of the server's. */
function whyOf(failure: Exclude<Failure, { readonly kind: 'rejected' }>): 'offline' | 'away' | 'late' | 'full' | 'fault' {
  if (failure.kind === 'unreachable') return failure.online ? 'away' : 'offline';
  if (failure.kind === 'timeout') return 'late';
  if (failure.kind !== 'http') return 'fault';
  if (failure.status === 507) return 'full';
  if ([502, 503].includes(failure.status)) return 'away';
  return [408, 504].includes(failure.status) ? 'late' : 'fault';
}

/** How the download goes, or went. */
export function ExportOutcome({ actor }: { readonly actor: ExportRef }) {
  const { bytes, rows, file, failure } = useSelector(actor, selectExport);
  const outcome = useSelector(actor, selectExportOutcome);
  if (outcome === 'failed' && failure) {
    return (
      <div className={dialog.failure} role="alert">
        <strong>{t('tables.export.failed')}</strong>
        {/* What went wrong on the way is told in words of its own: those of the wire name a number. */}
        <span>{failure.kind === 'rejected' ? <FailureText failure={failure} /> : t(`tables.export.why.${whyOf(failure)}`)}</span>
        <span>{t('tables.export.nothingSaved')}</span>
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
