import { ActionIcon, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { canExport, type Resource } from '#domain/table/resource';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { useMenuControl } from '../../menu/menu-control.ts';
import { LazyDialog } from '../../dialogs/LazyDialog.tsx';

const ExportDialog = lazyView(async () => (await import('./ExportDialog.tsx')).ExportDialog);

interface ExportMenuProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
  /** It is told in words, not by its sign alone. */
  readonly isNamed?: boolean;
}

/** The button that takes the list away as a file. */
export function ExportMenu({ collection, resource, isNamed = false }: ExportMenuProps) {
  const { menu, button, buttonProps } = useMenuControl(`exportMenu:${resource.name}`, 'dialog');
  if (!canExport(resource)) return null;
  const label = t('resources.kit.table.export');
  return (
    <>
      {isNamed ? (
        <Button ref={button} variant="default" leftSection={<IconDownload size={16} aria-hidden />} {...buttonProps}>
          {label}
        </Button>
      ) : (
        <ActionIcon ref={button} variant="default" size={36} aria-label={label} title={label} {...buttonProps}>
          <IconDownload size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
      <LazyDialog isOpen={menu.isOpen}>
        <ExportDialog isOpen={menu.isOpen} onClose={menu.onClose} collection={collection} resource={resource} />
      </LazyDialog>
    </>
  );
}
