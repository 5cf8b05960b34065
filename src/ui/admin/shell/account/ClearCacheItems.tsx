import '../../../kit/form-styles.ts';
import { Menu } from '@mantine/core';
import type { LazyMenuProps } from '../../../kit/menu/menu-control.ts';
import { MenuAnchor } from '../../../kit/menu/MenuAnchor.tsx';
import { ClearCacheChoices } from './ClearCacheChoices.tsx';
import { useClearCache } from '../../base/use-clear-cache.ts';

/** What the button for clearing caches opens. */
export function ClearCacheItems({ isOpen, button, onClose }: LazyMenuProps) {
  const clearing = useClearCache('clearCache');
  return (
    <Menu opened={isOpen} onClose={onClose} position="bottom-end" width={200}>
      <Menu.Target>
        <MenuAnchor button={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <ClearCacheChoices clearing={clearing} />
      </Menu.Dropdown>
    </Menu>
  );
}
