import { IconDots } from '@tabler/icons-react';
import type { MenuItem } from '#domain/shell/menu';
import { t } from '../../base/i18n.ts';
import { MemberMenuLink, WaitingCount } from './MemberMenu.tsx';
import classes from './shell.module.css';

export interface BottomBarProps {
  readonly items: readonly MenuItem[];
  readonly currentPath: string;
  readonly isMoreOpen: boolean;
  readonly onMore: () => void;
}

const pagesIn = (items: readonly MenuItem[]): readonly MenuItem[] =>
  items.flatMap((item) => (item.kind === 'directory' ? pagesIn(item.children) : item.kind === 'tab' ? [item] : []));

/** How many of them have a place of their own. */
const AT_HAND = 3;

/** Within reach of the thumb: the first three pages by weight, and the whole menu, with what waits to be read on its other pages. */
export function BottomBar({ items, currentPath, isMoreOpen, onMore }: BottomBarProps) {
  const pages = pagesIn(items);
  return (
    <nav className={classes.bottom} aria-label={t('member.shell.navigation')}>
      {pages.slice(0, AT_HAND).map((item) => (
        <MemberMenuLink key={item.id} item={item} isCurrent={item.path === currentPath} onChosen={undefined} />
      ))}
      <button type="button" className={classes.entry} aria-expanded={isMoreOpen} onClick={onMore}>
        <IconDots size={18} stroke={1.75} aria-hidden="true" />
        <span>{t('member.shell.more')}</span>
        <WaitingCount paths={pages.slice(AT_HAND).map(({ path }) => path)} />
      </button>
    </nav>
  );
}
