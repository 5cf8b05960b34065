import { IconArchive, IconDownload } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { fileSizeInWords } from '#domain/base/file-size';
import {
  selectDataExportIsFetching,
  selectDataExportIsLoading,
  selectDataExportIsRequesting,
  selectDataExportStage,
  selectExportFailure,
  selectExportInfo,
  selectIsExportThere,
  type DataExportRef,
} from '#machines/members/data-export.machine';
import { t } from '../../base/i18n.ts';
import { timeText } from '../../kit/cells/time-text.ts';
import { NamedSkeleton } from '../../kit/feedback/NamedSkeleton.tsx';
import buttons from '../../kit/plain-button.module.css';
import { FailureBox } from '../base/FailureBox.tsx';
import pages from '../pages/pages.module.css';
import classes from './own-data.module.css';

/** All that is kept of the member, as one file. */
export function DataExport({ dataExport }: { readonly dataExport: DataExportRef }) {
  const isLoading = useSelector(dataExport, selectDataExportIsLoading);
  return (
    <section className={pages.card} aria-labelledby="data-export">
      <h2 id="data-export" className={classes.title}>
        {t('safety.export.title')}
      </h2>
      <p className={pages.lead}>{t('safety.export.lead')}</p>
      {isLoading ? <NamedSkeleton heightPx={96} label={t('safety.data.loading')} /> : <Standing dataExport={dataExport} />}
      <FailureBox failure={useSelector(dataExport, selectExportFailure)} />
    </section>
  );
}

/** What an archive that is not there yet is waiting for. */
const WAITS = ['queued', 'making'] as const;

/** Where the newest archive stands, read out as it changes. */
function Standing({ dataExport }: { readonly dataExport: DataExportRef }) {
  const info = useSelector(dataExport, selectExportInfo);
  const isUnderWay = useSelector(dataExport, (snapshot) => snapshot.hasTag('underWay'));
  const settled = useSelector(dataExport, selectDataExportStage);
  const stage = isUnderWay ? WAITS.find((state) => state === info?.state) : settled;
  const isFetching = useSelector(dataExport, selectDataExportIsFetching);
  const isThere = useSelector(dataExport, selectIsExportThere);
  return (
    <div className={classes.standing}>
      <output className={classes.words} data-running={isUnderWay || undefined}>
        {stage && t(`safety.export.${stage}`)}
        {stage === 'making' && info?.progress && (
          <progress className={classes.bar} value={info.progress.done} max={info.progress.total} aria-label={t('safety.export.making')}>
            {t('safety.export.progress', { done: info.progress.done, total: info.progress.total })}
          </progress>
        )}
        {isThere && (
          <>
            <strong>{t('safety.export.ready', { size: fileSizeInWords(info?.sizeBytes ?? NaN) ?? '–' })}</strong>{' '}
            {t('safety.export.until', { time: timeText(info?.expireTime) ?? '' })}
          </>
        )}
      </output>
      {isThere ? (
        <button
          type="button"
          className={buttons.primary}
          onClick={() => dataExport.send({ type: isFetching ? 'dataExport.fetchCancelled' : 'dataExport.fetchRequested' })}
        >
          <IconDownload size={18} stroke={1.75} aria-hidden="true" />
          {t(isFetching ? 'safety.export.stop' : 'safety.export.fetch')}
        </button>
      ) : (
        <Wish dataExport={dataExport} />
      )}
    </div>
  );
}

function Wish({ dataExport }: { readonly dataExport: DataExportRef }) {
  const stage = useSelector(dataExport, selectDataExportStage);
  const isUnderWay = useSelector(dataExport, (snapshot) => snapshot.hasTag('underWay'));
  const isAsking = useSelector(dataExport, selectDataExportIsRequesting);
  if (stage === 'loadFailed')
    return (
      <button type="button" className={buttons.secondary} onClick={() => dataExport.send({ type: 'dataExport.retried' })}>
        {t('common.action.retry')}
      </button>
    );
  return (
    <>
      {!isUnderWay && (
        <button
          type="button"
          className={buttons.secondary}
          aria-disabled={isAsking}
          onClick={() => dataExport.send({ type: 'dataExport.requested' })}
        >
          <IconArchive size={18} stroke={1.75} aria-hidden="true" />
          {t(isAsking ? 'safety.export.requesting' : stage ? 'safety.export.again' : 'safety.export.request')}
        </button>
      )}
      <p className={classes.hint}>{t('safety.export.how')}</p>
    </>
  );
}
