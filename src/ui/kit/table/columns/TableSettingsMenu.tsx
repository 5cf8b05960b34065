import { ActionIcon } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { Resource } from '#domain/table/resource';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { loadMessages, t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { useMenuControl } from '../../menu/menu-control.ts';
import { LazyDialog } from '../../dialogs/LazyDialog.tsx';

const TableSettings = lazyView(async () => {
  const [{ TableSettingsPanel: View }] = await Promise.all([import('./TableSettingsPanel.tsx'), loadMessages(['tables'])]);
  return View;
});

interface TableSettingsMenuProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

/** The button for the table's settings. */
export function TableSettingsMenu({ collection, resource }: TableSettingsMenuProps) {
  const { menu, button, buttonProps } = useMenuControl(`tableSettings:${resource.name}`, 'dialog');
  const label = `${t('resources.kit.table.columns')}, ${t('resources.kit.table.density')}`;
  return (
    <>
      <ActionIcon ref={button} variant="default" size={36} aria-label={label} title={label} {...buttonProps}>
        <IconColumns3 size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <LazyDialog isOpen={menu.isOpen}>
        <TableSettings {...menu} collection={collection} resource={resource} />
      </LazyDialog>
    </>
  );
}
