import { ActionIcon } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import type { Resource } from '#domain/table/resource';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { useMenuControl } from '../../menu/menu-control.ts';
import { LazyDialog } from '../../dialogs/LazyDialog.tsx';

const SortMenuItems = lazyView(async () => (await import('./SortMenuItems.tsx')).SortMenuItems);

interface SortMenuProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

/** The order of cards, which have no head to press. */
export function SortMenu({ collection, resource }: SortMenuProps) {
  const { menu, button, buttonProps } = useMenuControl(`sortMenu:${resource.name}`, 'menu');
  if (!Object.values(resource.fields).some((field) => field.sortable)) return null;
  return (
    <>
      <ActionIcon ref={button} variant="default" size={36} aria-label={t('resources.kit.table.sortMenu')} {...buttonProps}>
        <IconArrowsSort size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <LazyDialog isOpen={menu.isOpen}>
        <SortMenuItems {...menu} collection={collection} resource={resource} />
      </LazyDialog>
    </>
  );
}
