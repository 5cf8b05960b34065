import { Button, Stack } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectImport, selectImportStage, selectImportStep } from '#machines/table/import.machine';
import { t } from '../../../base/i18n.ts';
import { newKey } from '../../../base/new-key.ts';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportFile } from './ImportFile.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import type { ImportViewProps } from './import-view.ts';
import dialog from '../base/file-dialog.module.css';

/** The steps of an import, one at a time. */
export function ImportView({ actor, resource, keep, onClose }: ImportViewProps) {
  const step = useSelector(actor, selectImportStep);
  const mayChoose = ['choosing', 'matching', 'reviewing', 'cancelled', 'imported'].includes(step);
  return (
    <Stack gap="md">
      {mayChoose && <ImportFile actor={actor} resource={resource} keep={keep} isFirst={step === 'choosing'} />}
      {(step === 'matching' || step === 'verifying') && <ImportColumns actor={actor} resource={resource} />}
      <ImportOutcome actor={actor} resource={resource} />
      <ImportButtons actor={actor} step={step} onClose={onClose} />
    </Stack>
  );
}

/** One way on, and one back. */
function ImportButtons({ actor, step, onClose }: Pick<ImportViewProps, 'actor' | 'onClose'> & { readonly step: string }) {
  const isBusy = useSelector(actor, selectIsBusy);
  const stage = useSelector(actor, selectImportStage);
  const count = useSelector(actor, (snapshot) => selectImport(snapshot).verification?.count ?? 0);
  const canCheck = useSelector(actor, (snapshot) => snapshot.can({ type: 'import.verifyRequested' }));
  const hasOthers = useSelector(actor, (snapshot) => snapshot.can({ type: 'import.othersChosen' }));
  const canReturn = useSelector(actor, (snapshot) => snapshot.can({ type: 'import.returned' }));
  return (
    <div className={dialog.buttons}>
      {canReturn ? (
        <Button variant="default" onClick={() => actor.send({ type: 'import.returned' })}>
          {t('tables.import.back')}
        </Button>
      ) : (
        <Button variant="default" onClick={onClose}>
          {/* Leaving does not cancel what is being added, or may have been. */}
          {['imported', 'importing', 'unanswered'].includes(step) ? t('tables.import.close') : t('tables.import.cancel')}
        </Button>
      )}
      {((step === 'importing' && stage !== 'late') || step === 'unanswered') && (
        <Button
          variant="default"
          color="red"
          loading={stage === 'stopping' || stage === 'asking'}
          onClick={() => actor.send({ type: 'import.cancelRequested' })}
        >
          {t('tables.import.stop')}
        </Button>
      )}
      {(step === 'matching' || step === 'verifying') && (
        <Button loading={isBusy} disabled={!isBusy && !canCheck} onClick={() => actor.send({ type: 'import.verifyRequested' })}>
          {t('tables.import.check')}
        </Button>
      )}
      {step === 'reviewing' && hasOthers && (
        <Button onClick={() => actor.send({ type: 'import.othersChosen' })}>{t('tables.import.others', { count })}</Button>
      )}
      {(step === 'verified' || step === 'importing') && (
        <Button loading={isBusy} onClick={() => actor.send({ type: 'import.confirmed', key: newKey() })}>
          {t('tables.import.start', { count })}
        </Button>
      )}
      {(step === 'failed' || step === 'unanswered') && (
        <Button onClick={() => actor.send({ type: 'import.retried' })}>{t('tables.import.retry')}</Button>
      )}
    </div>
  );
}
