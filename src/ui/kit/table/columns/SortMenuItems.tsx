import '../../form-styles.ts';
import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { SortOrder } from '#domain/table/resource-query';
import type { Resource } from '#domain/table/resource';
import { selectQuery, type CollectionRef } from '#machines/table/collection.selectors';
import { t } from '../../../base/i18n.ts';
import type { LazyMenuProps } from '../../menu/menu-control.ts';
import { MenuAnchor } from '../../menu/MenuAnchor.tsx';
import { fieldLabel } from '../../resource-texts.ts';

interface SortMenuItemsProps extends LazyMenuProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

const check = (isChosen: boolean) => (isChosen ? <IconCheck size={14} aria-hidden /> : null);

/** Every sortable field in both directions, and the list's own order. */
export function SortMenuItems({ collection, resource, isOpen, button, onClose }: SortMenuItemsProps) {
  const { order } = useSelector(collection, selectQuery);
  const sort = (next: SortOrder | null) => collection.send({ type: 'collection.sorted', order: next });
  const sortable = Object.entries(resource.fields).filter(([, field]) => field.sortable);
  return (
    <Menu opened={isOpen} onClose={onClose} position="bottom-end">
      <Menu.Target>
        <MenuAnchor button={button} />
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
