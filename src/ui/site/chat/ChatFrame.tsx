import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { selectMember } from '#machines/session/session.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { useSite, useSiteName } from '../../base/use-site.ts';
import { LanguageButton } from '../../kit/LanguageButton.tsx';
import { Logo } from '../../kit/Logo.tsx';
import { SchemeButton } from '../../kit/SchemeButton.tsx';
import classes from './chat.module.css';

export interface ChatFrameProps {
  /** What stands before the site's name: what opens the list on a phone. */
  readonly lead?: ReactNode;
  readonly side?: ReactNode;
  readonly children: ReactNode;
}

/** Head of the chat; the page itself does not scroll, the thread does. */
export function ChatFrame({ lead, side, children }: ChatFrameProps) {
  const { siteLogo, isMemberCentreOpen } = useSite();
  const siteName = useSiteName();
  const { memberSession } = useApp();
  const isMember = useSelector(memberSession, (snapshot) => selectMember(snapshot) !== null);
  return (
    <div className={classes.frame}>
      <a className="tp-skip-link" href="#content">
        {t('common.action.skipToContent')}
      </a>
      <header className={classes.header}>
        {lead}
        <AppLink to="/" className={classes.brand}>
          <Logo src={siteLogo} sizePx={28} />
          <span>{siteName}</span>
        </AppLink>
        <div className={classes.tools}>
          <LanguageButton />
          <SchemeButton />
          {isMemberCentreOpen && (
            <AppLink to="/user" className={classes.account}>
              {isMember ? t('chatPage.page.memberCentre') : t('common.action.signIn')}
            </AppLink>
          )}
        </div>
      </header>
      {side}
      <main id="content" className={classes.main}>
        {children}
      </main>
    </div>
  );
}
