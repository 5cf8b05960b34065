import { IconExternalLink } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { nodePath } from '#domain/rights/permission';
import type { MenuItem } from '#domain/shell/menu';
import { selectUnreadMessages, selectUnreadNotices } from '#machines/members/member-shell.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { useApp } from '../../base/app-context.ts';
import { t, text } from '../../base/i18n.ts';
import { useMemberShell } from '../base/shell.ts';
import { MenuIcon } from '../../kit/menu/MenuIcon.tsx';
import classes from './shell.module.css';

/** What waits to be read, beside the entry of its page. */
const WAITING = {
  [nodePath('member', 'account/messages')]: { select: selectUnreadMessages, words: 'member.shell.unreadMessages' },
  [nodePath('member', 'account/notices')]: { select: selectUnreadNotices, words: 'member.shell.unreadNotices' },
} as const;

export interface MemberMenuProps {
  readonly items: readonly MenuItem[];
  readonly currentPath: string;
  /** An entry was chosen, be it that of the page that is shown. */
  readonly onChosen?: () => void;
}

/** The server's menus: directories are headings, what is in them are links. */
export function MemberMenu({ items, currentPath, onChosen }: MemberMenuProps) {
  return (
    <nav className={classes.menu} aria-label={t('member.shell.navigation')}>
      <Level items={items} currentPath={currentPath} onChosen={onChosen} />
    </nav>
  );
}

type LevelProps = Omit<MemberMenuProps, 'onChosen'> & { readonly onChosen: (() => void) | undefined };

function Level({ items, currentPath, onChosen }: LevelProps) {
  return (
    <ul className={classes.list}>
      {items.map((item) => (
        <li key={item.id}>
          {item.kind === 'directory' ? (
            <>
              <span className={classes.group}>{text(item.title)}</span>
              <Level items={item.children} currentPath={currentPath} onChosen={onChosen} />
            </>
          ) : (
            <MemberMenuLink item={item} isCurrent={item.path === currentPath} onChosen={onChosen} />
          )}
        </li>
      ))}
    </ul>
  );
}

export interface MemberMenuLinkProps {
  readonly item: MenuItem;
  readonly isCurrent: boolean;
  readonly onChosen: (() => void) | undefined;
}

/** How much waits to be read on these pages, and of what; nothing where nothing does. */
export function WaitingCount({ paths }: { readonly paths: readonly string[] }) {
  const shell = useMemberShell();
  const kinds = paths.flatMap((path) => WAITING[path] ?? []);
  const counts = useSelector(
    shell,
    (snapshot) => kinds.map(({ select }) => select(snapshot)),
    (one, other) => one.join() === other.join(),
  );
  const unread = counts.reduce((sum, count) => sum + count, 0);
  if (unread === 0) return null;
  const words = kinds.flatMap(({ words: key }, index) => (counts[index] ? [t(key, { count: counts[index] })] : []));
  return (
    <span className={classes.count}>
      <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
      <span className={classes.quiet}>{words.join(' ')}</span>
    </span>
  );
}

/** A page, a page in a frame, an address outside, or an entry that this version cannot open and says so. */
export function MemberMenuLink({ item, isCurrent, onChosen }: MemberMenuLinkProps) {
  const { navigation } = useApp();
  const content = (
    <>
      <MenuIcon name={item.icon} />
      <span>{text(item.title)}</span>
      <WaitingCount paths={[item.path]} />
    </>
  );
  if (item.kind === 'link')
    return (
      <a className={classes.entry} href={item.path} target="_blank" rel="noopener noreferrer" onClick={onChosen}>
        {content}
        <IconExternalLink className={classes.outside} size={14} stroke={1.75} aria-hidden="true" />
        <span className={classes.quiet}>{t('member.shell.opensNewWindow')}</span>
      </a>
    );
  if (item.kind === 'unrecognized')
    return (
      <button
        type="button"
        className={classes.entry}
        onClick={() => navigation.send({ type: 'navigation.refused', failure: 'unrecognizedMenuType' })}
      >
        {content}
      </button>
    );
  return (
    <AppLink to={item.path} className={classes.entry} aria-current={isCurrent ? 'page' : undefined} onClick={onChosen}>
      {content}
    </AppLink>
  );
}
