import '../form-styles.ts';
import { Modal } from '@mantine/core';
import { Suspense } from 'react';
import type { Resource } from '#domain/table/resource';
import type { ListRow } from '#domain/table/row';
import type { RowWindowRef } from '#machines/table/row-window.machine';
import { t } from '../../base/i18n.ts';
import { Spinner } from '../feedback/Spinner.tsx';
import { titleOf } from '../table/base/table-shape.ts';
import { useIsPhone } from '../use-is-phone.ts';
import { RecordHistory } from './RecordHistory.tsx';

interface HistoryDialogProps {
  readonly row: ListRow;
  readonly actor: RowWindowRef;
  readonly resource: Resource;
}

/** The history of a record for whoever may read it and not edit it. */
export function HistoryDialog({ row, actor, resource }: HistoryDialogProps) {
  const isPhone = useIsPhone();
  return (
    <Modal
      opened
      onClose={() => actor.send({ type: 'rowWindow.closed' })}
      title={t('changes.history.title', { title: titleOf(resource, row) })}
      size={860}
      fullScreen={isPhone}
      padding={0}
      closeButtonProps={{ 'aria-label': t('changes.plan.close') }}
    >
      <Suspense fallback={<Spinner />}>
        <RecordHistory resource={resource} id={row.id} form={null} />
      </Suspense>
    </Modal>
  );
}
