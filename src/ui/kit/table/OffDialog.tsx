import { useSelector } from '@xstate/react';
import type { Resource } from '#domain/table/resource';
import type { ListRow } from '#domain/table/row';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { selectIsWindowOpen, type RowWindowRef } from '#machines/table/row-window.machine';
import { hasText, t, text } from '../../base/i18n.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { OFF_WINDOW } from './base/row-events.ts';
import { titleOf } from './base/table-shape.ts';

interface OffDialogProps {
  readonly row: ListRow;
  readonly actor: RowWindowRef;
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

/** Asks before a switch is turned off that no undo turns on again, and says what that means where the section has words for it. */
export function OffDialog({ row, actor, collection, resource }: OffDialogProps) {
  const isOpen = useSelector(actor, selectIsWindowOpen);
  const field = useSelector(actor, ({ context }) => context.name.slice(OFF_WINDOW.length));
  const hint = `resources.${resource.name}.offHint`;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('resources.kit.confirm.off', { title: titleOf(resource, row) })}
      confirm={{
        label: t('resources.kit.confirm.offAccept'),
        isDanger: true,
        onConfirm: () => {
          collection.send({ type: 'collection.fieldChanged', id: row.id, field, value: false });
          actor.send({ type: 'rowWindow.closed' });
        },
      }}
      cancelLabel={t('resources.kit.confirm.cancel')}
      onCancel={() => actor.send({ type: 'rowWindow.closed' })}
    >
      {hasText(hint) ? text(hint) : t('resources.kit.confirm.final')}
    </ConfirmDialog>
  );
}
