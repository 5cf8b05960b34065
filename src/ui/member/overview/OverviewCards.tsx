import { IconMail, IconMessages, IconSpeakerphone } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import { selectUnreadMessages, selectUnreadNotices } from '#machines/members/member-shell.machine';
import type { PreviousSignIn, RecentChats } from '#machines/members/overview.machine';
import type { MemberInfo } from '#domain/session/people';
import { AppLink } from '../../base/AppLink.tsx';
import { loadMessages, t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { useSite } from '../../base/use-site.ts';
import { timeAttribute, timeText } from '../../kit/cells/time-text.ts';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';
import buttons from '../../kit/plain-button.module.css';
import { useMemberPath, useMemberShell } from '../base/shell.ts';
import classes from '../pages/pages.module.css';

const OverviewNotMe = lazyView(
  async () => (await Promise.all([import('../safety/OverviewNotMe.tsx'), loadMessages(['safety'])]))[0].OverviewNotMe,
);

/** What waits to be read: notices and messages, where the menu has their pages. */
export function WaitingCard() {
  const shell = useMemberShell();
  const [notices, messages] = [useMemberPath('notices'), useMemberPath('messages')];
  const [unreadNotices, unread] = [useSelector(shell, selectUnreadNotices), useSelector(shell, selectUnreadMessages)];
  if (!notices && !messages) return null;
  return (
    <section className={classes.card}>
      <h2 className={classes.cardTitle}>{t('member.overview.waiting')}</h2>
      <ul className={classes.lines}>
        {notices && (
          <li data-quiet={unreadNotices === 0}>
            <IconSpeakerphone size={18} aria-hidden="true" />
            <span>
              {unreadNotices > 0 ? t('member.overview.unreadNotices', { count: unreadNotices }) : t('member.overview.noUnreadNotices')}
            </span>
            <AppLink to={notices} className={classes.more}>
              {t('member.overview.toNotices')}
            </AppLink>
          </li>
        )}
        {messages && (
          <li data-quiet={unread === 0}>
            <IconMail size={18} aria-hidden="true" />
            <span>{unread > 0 ? t('member.overview.unreadMessages', { count: unread }) : t('member.overview.noUnreadMessages')}</span>
            <AppLink to={messages} className={classes.more}>
              {t('member.overview.toMessages')}
            </AppLink>
          </li>
        )}
      </ul>
    </section>
  );
}

/** The last conversations, and how many questions are left. */
export function ChatsCard({ chats: { list, most, left } }: { readonly chats: RecentChats }) {
  return (
    <section className={classes.card}>
      <h2 className={classes.cardTitle}>{t('member.overview.chats')}</h2>
      {list.length === 0 && <p className={classes.fact}>{t('member.overview.noChats')}</p>}
      <ul className={classes.lines}>
        {list.map(({ uuid, title, time }) => (
          <li key={uuid} data-quiet="true" className={classes.chat}>
            <IconMessages size={18} aria-hidden="true" />
            <AppLink to={`/chat?c=${uuid}`}>{title || t('member.overview.unnamedChat')}</AppLink>
            <time dateTime={timeAttribute(time)}>{timeText(time)?.slice(0, 10)}</time>
          </li>
        ))}
      </ul>
      <div className={classes.under}>
        <AppLink to="/chat" className={classes.more}>
          {t('member.overview.toChat')}
        </AppLink>
        {most !== null && left !== null && (
          <span className={classes.soft}>{t('member.overview.quota', { used: Math.max(0, most - left), left })}</span>
        )}
      </div>
    </section>
  );
}

interface SignInsCardProps {
  readonly member: MemberInfo;
  readonly previous: PreviousSignIn | null;
}

/** The last sign-in before this one, and what to do where it was somebody else's. */
export function SignInsCard({ member, previous }: SignInsCardProps) {
  const { time, ip } = previous ?? { time: member.lastLoginTime, ip: member.lastLoginIp };
  const last = timeText(time);
  const joined = timeText(member.joinTime);
  return (
    <section className={classes.card}>
      <h2 className={classes.cardTitle}>{t('member.overview.lastSignIn')}</h2>
      <p className={classes.fact}>
        {last ? (
          <time dateTime={timeAttribute(time)}>{t('member.overview.lastSignInAt', { time: last.slice(0, -3), ip: ip || '—' })}</time>
        ) : (
          t('member.overview.never')
        )}
      </p>
      {last && <WasNotMe />}
      {joined && (
        <p className={classes.fact}>
          {t('member.overview.joined')} <time dateTime={timeAttribute(member.joinTime)}>{joined.slice(0, 10)}</time>
        </p>
      )}
    </section>
  );
}

/** Ends every other sign-in, and leads on to a new password; servers of other makers have only the second. */
function WasNotMe() {
  const password = useMemberPath('changePassword');
  const isOwnServer = useSite().isOwnServer === true;
  const asked = useLeafActor(disclosureMachine, { id: 'wasNotMe' });
  const isAsked = useSelector(asked, selectIsOpen);
  if (!isOwnServer)
    return (
      password && (
        <AppLink to={password} className={classes.more}>
          {t('member.overview.notMe')}
        </AppLink>
      )
    );
  return (
    <>
      {!isAsked && (
        <button type="button" className={buttons.secondary} onClick={() => asked.send({ type: 'disclosure.opened' })}>
          {t('member.overview.wasNotMe')}
        </button>
      )}
      <LazyDialog isOpen={isAsked}>
        <OverviewNotMe passwordPath={password} />
      </LazyDialog>
    </>
  );
}
