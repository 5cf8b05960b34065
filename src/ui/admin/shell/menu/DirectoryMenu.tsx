import '../../../kit/form-styles.ts';
import { Menu } from '@mantine/core';
import { MenuAnchor } from '../../../kit/menu/MenuAnchor.tsx';
import type { LazyMenuProps } from '../../../kit/menu/menu-control.ts';
import { MenuItems, type MenuItemsProps } from './MenuItems.tsx';

/** A directory of the menu below its part of the breadcrumb. */
export function DirectoryMenu({ isOpen, button, onClose, ...items }: LazyMenuProps & MenuItemsProps) {
  return (
    <Menu opened={isOpen} onClose={onClose} position="bottom-start" width={200} withinPortal>
      <Menu.Target>
        <MenuAnchor button={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItems {...items} />
      </Menu.Dropdown>
    </Menu>
  );
}
