import '../form-styles.ts';
import { Button, Checkbox, Popover, SegmentedControl, Stack, Text } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { Resource } from '#domain/resource';
import { DEFAULT_TABLE_SETTINGS, DENSITIES, toggleColumn, type TableSettings } from '#domain/table-settings';
import { selectTable, type CollectionRef } from '#machines/collection-selectors';
import { t } from '../../app/i18n.ts';
import type { LateMenuProps } from '../menu-control.ts';
import { MenuAnchor } from '../MenuAnchor.tsx';
import { fieldLabel } from '../resource-texts.ts';
import { columnsOf, shownColumns } from './columns.ts';

interface TableSettingsProps extends LateMenuProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

/** Which columns are shown, and how tall the rows are. */
export function TableSettings({ collection, resource, isOpen, button, onClose }: TableSettingsProps) {
  const settings = useSelector(collection, selectTable);
  const shown = new Set(shownColumns(resource, settings).map(({ key }) => key));
  const arrange = (table: Partial<TableSettings>) => collection.send({ type: 'collection.tableArranged', table });
  return (
    <Popover opened={isOpen} onChange={onClose} position="bottom-end" trapFocus returnFocus withinPortal transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <MenuAnchor button={button} />
      </Popover.Target>
      <Popover.Dropdown miw={232}>
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
          <Stack gap={8} mah={360} style={{ overflowY: 'auto' }} p={2}>
            {columnsOf(resource).map(({ key }) => {
              const isShown = shown.has(key);
              return (
                <Checkbox
                  key={key}
                  size="xs"
                  label={fieldLabel(resource, key)}
                  checked={isShown}
                  // The title names the record: without it a row says nothing.
                  disabled={key === resource.titleField}
                  onChange={() => arrange(toggleColumn(settings, key, isShown))}
                />
              );
            })}
          </Stack>
          <Button
            variant="default"
            size="xs"
            onClick={() => arrange({ order: DEFAULT_TABLE_SETTINGS.order, shown: [], hidden: [], density: DEFAULT_TABLE_SETTINGS.density })}
          >
            {t('resources.kit.table.columnsReset')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
