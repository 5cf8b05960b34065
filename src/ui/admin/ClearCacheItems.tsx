import '../kit/form-styles.ts';
import { Menu } from '@mantine/core';
import { IconDatabase, IconDevices, IconEraser } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { t } from '../app/i18n.ts';
import type { LateMenuProps } from '../kit/menu-control.ts';
import { MenuAnchor } from '../kit/MenuAnchor.tsx';
import { useClearCache } from './use-clear-cache.ts';

const ITEMS = [
  { kind: 'tp', label: 'admin.cache.server', Icon: IconDatabase },
  { kind: 'storage', label: 'admin.cache.browser', Icon: IconDevices },
  { kind: 'all', label: 'admin.cache.all', Icon: IconEraser },
] as const;

/** Which caches there are to clear. Source: wire protocol §5.1. */
export function ClearCacheItems({ isOpen, button, onClose }: LateMenuProps) {
  const clearing = useClearCache('clearCache');
  const isBusy = useSelector(clearing, (snapshot) => snapshot.hasTag('busy'));
  return (
    <Menu opened={isOpen} onClose={onClose} position="bottom-end" width={200}>
      <Menu.Target>
        <MenuAnchor button={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {ITEMS.map(({ kind, label, Icon }) => (
          <Menu.Item
            key={kind}
            leftSection={<Icon size={16} />}
            disabled={isBusy}
            onClick={() => clearing.send({ type: 'cache.clearRequested', kind })}
          >
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
