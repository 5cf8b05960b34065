import { ActionIcon } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import type { Resource } from '#domain/table/resource';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { useMenuControl } from '../../menu/menu-control.ts';
import { LazyDialog } from '../../dialogs/LazyDialog.tsx';

const ImportDialog = lazyView(async () => (await import('./ImportDialog.tsx')).ImportDialog);

interface ImportMenuProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

/** The button that brings records in from a file. */
export function ImportMenu({ collection, resource }: ImportMenuProps) {
  const { menu, button, buttonProps } = useMenuControl(`importMenu:${resource.name}`, 'dialog');
  const label = t('resources.kit.table.import');
  return (
    <>
      <ActionIcon ref={button} variant="default" size={36} aria-label={label} title={label} {...buttonProps}>
        <IconTableImport size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <LazyDialog isOpen={menu.isOpen}>
        <ImportDialog isOpen={menu.isOpen} onClose={menu.onClose} collection={collection} resource={resource} />
      </LazyDialog>
    </>
  );
}
