import { IconChevronDown, IconExternalLink } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { CSSProperties } from 'react';
import type { MenuItem } from '#domain/shell/menu';
import { selectLayout } from '#machines/app/layout.machine';
import { AppLink } from '../../../base/AppLink.tsx';
import { useApp } from '../../../base/app-context.ts';
import { t, text } from '../../../base/i18n.ts';
import { MenuIcon } from '../../../kit/menu/MenuIcon.tsx';
import classes from '../../base/SideMenu.module.css';

export interface MenuEntryProps {
  readonly item: MenuItem;
  readonly isCurrent: boolean;
  readonly isCollapsed: boolean;
  readonly depth: number;
  /** Present for a directory that opens in place. */
  readonly group?: { readonly isOpen: boolean; readonly isActive: boolean; readonly onToggle: () => void };
}

/** One line of the menu: a page, an outside link, or the head of a group. */
export function MenuEntry({ item, isCurrent, isCollapsed, depth, group }: MenuEntryProps) {
  const { layout, navigation } = useApp();
  const defaultIcon = useSelector(layout, (snapshot) => selectLayout(snapshot).defaultIcon);
  const title = text(item.title);
  const content = (
    <>
      <span className={classes.icon}>
        <MenuIcon name={item.icon} fallback={defaultIcon} />
      </span>
      <span className={classes.title}>{title}</span>
    </>
  );
  const looks = { className: classes.entry, title, style: { '--menu-depth': depth } as CSSProperties };
  if (group) {
    return (
      <button type="button" {...looks} aria-expanded={group.isOpen} data-active={group.isActive || undefined} onClick={group.onToggle}>
        {content}
        <IconChevronDown className={classes.chevron} size={15} stroke={1.75} aria-hidden="true" />
      </button>
    );
  }
  if (item.kind === 'link') {
    return (
      <a {...looks} href={item.path} target="_blank" rel="noopener noreferrer">
        {content}
        {!isCollapsed && <IconExternalLink className={classes.chevron} size={14} stroke={1.75} aria-hidden="true" />}
        <span className={classes.quiet}>{t('admin.shell.opensNewWindow')}</span>
      </a>
    );
  }
  if (item.kind === 'unrecognized') {
    return (
      <button type="button" {...looks} onClick={() => navigation.send({ type: 'navigation.refused', failure: 'unrecognizedMenuType' })}>
        {content}
      </button>
    );
  }
  return (
    <AppLink
      {...looks}
      to={item.path}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => layout.send({ type: 'layout.menuDismissed' })}
    >
      {content}
    </AppLink>
  );
}
