import { IconMenu2 } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { MenuItem } from '#domain/shell/menu';
import { selectIsMenuExpanded, selectIsShrunk, selectWantedMemberPath, type MemberShellRef } from '#machines/members/member-shell.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { loadMessages, t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useSite, useSiteName } from '../../base/use-site.ts';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';
import { HelpButton } from '../../kit/help/HelpButton.tsx';
import { LanguageButton } from '../../kit/LanguageButton.tsx';
import { Logo, markInPage } from '../../kit/Logo.tsx';
import { SchemeButton } from '../../kit/SchemeButton.tsx';
import { ToolButton } from '../../kit/ToolButton.tsx';
import { AvatarMenu } from './AvatarMenu.tsx';
import { BottomBar } from './BottomBar.tsx';
import { MemberMenu } from './MemberMenu.tsx';
import classes from './shell.module.css';

const HelpDrawer = lazyView(async () => (await Promise.all([import('../help/MemberHelp.tsx'), loadMessages(['help'])]))[0].MemberHelp);
const MemberDrawer = lazyView(async () => (await import('./MemberDrawer.tsx')).MemberDrawer);

export interface MemberLayoutProps {
  readonly shell: MemberShellRef;
  readonly items: readonly MenuItem[];
  readonly children: ReactNode;
}

/** The frame of the member centre: the menu beside the page, or in a drawer where the window is narrow. Source: specification §3, "shrink". */
export function MemberLayout({ shell, items, children }: MemberLayoutProps) {
  const { siteLogo } = useSite();
  const siteName = useSiteName();
  const isShrunk = useSelector(shell, selectIsShrunk);
  const isExpanded = useSelector(shell, selectIsMenuExpanded);
  const currentPath = useSelector(shell, selectWantedMemberPath);
  const toggle = () => shell.send({ type: 'menu.toggled' });
  return (
    <div className={classes.shell} data-shrunk={isShrunk || undefined}>
      <a className="tp-skip-link" href="#content">
        {t('common.action.skipToContent')}
      </a>
      <header className={classes.header}>
        <div className={classes.bar}>
          {isShrunk && (
            <ToolButton label={t('member.shell.openMenu')} aria-expanded={isExpanded} onClick={toggle}>
              <IconMenu2 size={20} stroke={1.75} aria-hidden="true" />
            </ToolButton>
          )}
          <AppLink to="/" className={classes.brand} title={siteName}>
            <Logo src={siteLogo || markInPage()} sizePx={28} />
            <span>{siteName}</span>
          </AppLink>
          <div className={classes.tools}>
            <HelpButton Drawer={HelpDrawer} />
            <LanguageButton isInShell />
            <SchemeButton />
            <AvatarMenu shell={shell} />
          </div>
        </div>
      </header>
      <div className={classes.body}>
        {!isShrunk && (
          <aside className={classes.aside}>
            <MemberMenu items={items} currentPath={currentPath} />
          </aside>
        )}
        <main id="content" className={classes.main} tabIndex={-1}>
          {children}
        </main>
      </div>
      {isShrunk && (
        <>
          <LazyDialog isOpen={isExpanded}>
            <MemberDrawer shell={shell} items={items} currentPath={currentPath} />
          </LazyDialog>
          <BottomBar items={items} currentPath={currentPath} isMoreOpen={isExpanded} onMore={toggle} />
        </>
      )}
    </div>
  );
}
