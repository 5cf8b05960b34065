import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowsSort, IconCheck } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { SortOrder } from '#domain/resource-query';
import type { Resource } from '#domain/resource';
import { selectQuery, type CollectionRef } from '#machines/collection-selectors';
import { t } from '../../app/i18n.ts';
import { fieldLabel } from '../resource-texts.ts';

interface SortMenuProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

const check = (isChosen: boolean) => (isChosen ? <IconCheck size={14} aria-hidden /> : null);

/** The order of cards, which have no head to press. */
export function SortMenu({ collection, resource }: SortMenuProps) {
  const { order } = useSelector(collection, selectQuery);
  const sort = (next: SortOrder | null) => collection.send({ type: 'collection.sorted', order: next });
  const sortable = Object.entries(resource.fields).filter(([, field]) => field.sortable);
  if (sortable.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('resources.kit.table.sortMenu')}>
          <IconArrowsSort size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
        <Menu.Item rightSection={check(order === null)} onClick={() => sort(null)}>
          {t('resources.kit.table.sortNone')}
        </Menu.Item>
        {sortable.flatMap(([key]) =>
          (['asc', 'desc'] as const).map((direction) => (
            <Menu.Item
              key={`${key}-${direction}`}
              rightSection={check(order?.field === key && order.direction === direction)}
              onClick={() => sort({ field: key, direction })}
            >
              {t(direction === 'asc' ? 'resources.kit.table.sortAscending' : 'resources.kit.table.sortDescending', {
                field: fieldLabel(resource, key),
              })}
            </Menu.Item>
          )),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
