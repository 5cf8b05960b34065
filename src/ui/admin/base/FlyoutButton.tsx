import { useSelector } from '@xstate/react';
import type { ComponentProps } from 'react';
import type { MenuItem } from '#domain/shell/menu';
import { selectLayout } from '#machines/app/layout.machine';
import { useApp } from '../../base/app-context.ts';
import { text } from '../../base/i18n.ts';
import { MenuIcon } from '../../kit/menu/MenuIcon.tsx';
import classes from './SideMenu.module.css';

interface FlyoutButtonProps extends ComponentProps<'button'> {
  readonly item: MenuItem;
  readonly isActive: boolean;
}

/** A group of the collapsed menu as an icon; what opens beside it comes later. */
export function FlyoutButton({ item, isActive, ...others }: FlyoutButtonProps) {
  const { layout } = useApp();
  const defaultIcon = useSelector(layout, (snapshot) => selectLayout(snapshot).defaultIcon);
  return (
    <button {...others} type="button" className={classes.entry} data-active={isActive || undefined} aria-label={text(item.title)}>
      <span className={classes.icon}>
        <MenuIcon name={item.icon} fallback={defaultIcon} />
      </span>
    </button>
  );
}
