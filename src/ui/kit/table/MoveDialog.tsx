import '../form-styles.ts';
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import type { Resource } from '#domain/table/resource';
import { siblingsOf, type ListRow } from '#domain/table/row';
import { selectPosition, selectRows, selectTotal, type CollectionRef } from '#machines/table/collection.selectors';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import type { RowWindowRef } from '#machines/table/row-window.machine';
import { t } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { numberFrom } from '../fields/base/use-typed-number.ts';
import { titleOf } from './base/table-shape.ts';

interface MoveDialogProps {
  readonly row: ListRow;
  readonly actor: RowWindowRef;
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

/** Moves a row to a place that it cannot be dragged to, such as one of another page. In a tree its siblings are all places there are. */
export function MoveDialog({ row, actor, collection, resource }: MoveDialogProps) {
  const total = useSelector(collection, selectTotal);
  const rows = useSelector(collection, selectRows);
  const place = useSelector(collection, (snapshot) => selectPosition(snapshot, row.id));
  const siblings = siblingsOf(rows, row.id);
  const places = resource.tree ? siblings.length : total;
  const own = resource.tree ? siblings.findIndex(({ id }) => id === row.id) + 1 : place;
  const wrong = useLeafActor(disclosureMachine, { id: `wrongPlace:${String(row.id)}` });
  const isWrong = useSelector(wrong, selectIsOpen);
  const range = t('tables.move.range', { total: places });
  const close = () => actor.send({ type: 'rowWindow.closed' });
  const moveTo = (position: number) => {
    close();
    const sibling = siblings[position - 1];
    if (!resource.tree) collection.send({ type: 'collection.rowMovedTo', id: row.id, position });
    else if (sibling) collection.send({ type: 'collection.rowMoved', id: row.id, targetId: sibling.id });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('position');
    const position = typeof typed === 'string' ? (numberFrom(typed, 0) ?? own) : own;
    if (typeof position === 'number' && position >= 1 && position <= places) return moveTo(position);
    wrong.send({ type: 'disclosure.opened' });
  };
  return (
    <Modal
      opened
      onClose={close}
      title={t('tables.move.title', { title: titleOf(resource, row) })}
      size={420}
      centered
      closeButtonProps={{ 'aria-label': t('tables.move.cancel') }}
    >
      <form onSubmit={submit}>
        <TextInput
          name="position"
          label={t('tables.move.position')}
          {...(isWrong ? { error: range } : { description: range })}
          defaultValue={own}
          inputMode="numeric"
          autoComplete="off"
          onChange={() => wrong.send({ type: 'disclosure.closed' })}
          data-autofocus
        />
        <Group justify="space-between" gap="xs" mt="lg">
          <Group gap="xs">
            <Button variant="default" disabled={own === 1} onClick={() => moveTo(1)}>
              {t('tables.move.first')}
            </Button>
            <Button variant="default" disabled={own === places} onClick={() => moveTo(places)}>
              {t('tables.move.last')}
            </Button>
          </Group>
          <Button type="submit">{t('tables.move.apply')}</Button>
        </Group>
      </form>
    </Modal>
  );
}
