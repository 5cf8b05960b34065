import { IconDots } from '@tabler/icons-react';
import type { MenuItem } from '#domain/shell/menu';
import { t } from '../../base/i18n.ts';
import { MemberMenuLink } from './MemberMenu.tsx';
import classes from './shell.module.css';

export interface BottomBarProps {
  readonly items: readonly MenuItem[];
  readonly currentPath: string;
  readonly isMoreOpen: boolean;
  readonly onMore: () => void;
}

const pagesIn = (items: readonly MenuItem[]): readonly MenuItem[] =>
  items.flatMap((item) => (item.kind === 'directory' ? pagesIn(item.children) : item.kind === 'tab' ? [item] : []));

/** Within reach of the thumb: the first three pages by weight, and the whole menu. */
export function BottomBar({ items, currentPath, isMoreOpen, onMore }: BottomBarProps) {
  return (
    <nav className={classes.bottom} aria-label={t('member.shell.navigation')}>
      {pagesIn(items)
        .slice(0, 3)
        .map((item) => (
          <MemberMenuLink key={item.id} item={item} isCurrent={item.path === currentPath} onChosen={undefined} />
        ))}
      <button type="button" className={classes.entry} aria-expanded={isMoreOpen} onClick={onMore}>
        <IconDots size={18} stroke={1.75} aria-hidden="true" />
        <span>{t('member.shell.more')}</span>
      </button>
    </nav>
  );
}
