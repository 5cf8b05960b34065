import '../../form-styles.ts';
import { Button, Popover, SegmentedControl, Stack, Text } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { Resource } from '#domain/table/resource';
import { DEFAULT_TABLE_SETTINGS, DENSITIES, type TableSettings } from '#domain/table/table-settings';
import { selectTable, type CollectionRef } from '#machines/table/collection.selectors';
import { t } from '../../../base/i18n.ts';
import type { LazyMenuProps } from '../../menu/menu-control.ts';
import { MenuAnchor } from '../../menu/MenuAnchor.tsx';
import { ColumnList } from './ColumnList.tsx';

interface TableSettingsProps extends LazyMenuProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

/** How tall the rows are, which columns are shown, and in which order. */
export function TableSettingsPanel({ collection, resource, isOpen, button, onClose }: TableSettingsProps) {
  const settings = useSelector(collection, selectTable);
  const arrange = (table: Partial<TableSettings>) => collection.send({ type: 'collection.tableArranged', table });
  return (
    <Popover opened={isOpen} onChange={onClose} position="bottom-end" trapFocus returnFocus withinPortal transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <MenuAnchor button={button} />
      </Popover.Target>
      <Popover.Dropdown miw={280}>
        <Stack gap="xs">
          <Text size="xs" c="dimmed">
            {t('resources.kit.table.density')}
          </Text>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('resources.kit.table.density')}
            value={settings.density}
            data={DENSITIES.map((value) => ({ value, label: t(`resources.kit.table.${value}`) }))}
            onChange={(value) => arrange({ density: value })}
          />
          <Text size="xs" c="dimmed">
            {t('resources.kit.table.columns')}
          </Text>
          <ColumnList collection={collection} resource={resource} />
          <Button
            variant="default"
            size="xs"
            // The search panel is no part of the arrangement.
            onClick={() => arrange({ ...DEFAULT_TABLE_SETTINGS, isSearchOpen: settings.isSearchOpen })}
          >
            {t('resources.kit.table.columnsReset')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
