import '../../../kit/form-styles.ts';
import { Menu } from '@mantine/core';
import type { MenuItem } from '#domain/shell/menu';
import { text } from '../../../base/i18n.ts';
import { FlyoutButton } from '../../base/FlyoutButton.tsx';
import { MenuItems } from './MenuItems.tsx';

export interface MenuFlyoutProps {
  readonly item: MenuItem;
  readonly currentPath: string;
  readonly isActive: boolean;
}

/** A group of the collapsed menu: its pages open beside it, by pointer or by keyboard. */
export function MenuFlyout({ item, currentPath, isActive }: MenuFlyoutProps) {
  const title = text(item.title);

  return (
    <Menu position="right-start" trigger="click-hover" offset={10} closeDelay={120} width={200}>
      <Menu.Target>
        <FlyoutButton item={item} isActive={isActive} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{title}</Menu.Label>
        <MenuItems items={item.children} currentPath={currentPath} />
      </Menu.Dropdown>
    </Menu>
  );
}
