import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { greetingAt } from '#domain/base/greeting';
import {
  selectOverview,
  selectOverviewFailure,
  selectOverviewHasFailed,
  selectOverviewIsCheckingIn,
  selectOverviewIsReady,
  type AccountSafety,
  type DailyCheckIn,
  type MemberOverview,
  type OverviewRef,
} from '#machines/members/overview.machine';
import { selectMember } from '#machines/session/session.machine';
import type { MemberInfo } from '#domain/session/people';
import { AppLink } from '../../base/AppLink.tsx';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useHour } from '../../base/use-clock.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { timeText } from '../../kit/cells/time-text.ts';
import buttons from '../../kit/plain-button.module.css';
import { FailureBox } from '../base/FailureBox.tsx';
import { plainAmount, useMoneyText } from '../base/use-amount.ts';
import { useMemberPath, useMemberShell } from '../base/shell.ts';
import { Avatar, displayName } from '../base/Avatar.tsx';
import { ChangeChart } from './ChangeChart.tsx';
import { ChatsCard, SignInsCard, WaitingCard } from './OverviewCards.tsx';
import classes from '../pages/pages.module.css';

/** The first page: who, how much, what changed, and how safe the account is. Source: open content, "Member centre". */
export function OverviewPage() {
  const { memberSession } = useApp();
  const { overview: logic } = useBundle('member');
  const overview = useLeafActor(logic, { id: 'memberOverview', input: { owner: useMemberShell() } });
  const shown = useSelector(overview, selectOverview);
  const failure = useSelector(overview, selectOverviewFailure);
  const hasFailed = useSelector(overview, selectOverviewHasFailed);
  const member = useSelector(memberSession, selectMember);
  const hour = useHour();
  const moneyText = useMoneyText();
  if (!member) return null;
  const name = displayName(member);
  return (
    <div className={classes.page}>
      <header className={classes.hello}>
        <Avatar member={member} sizePx={56} />
        <div>
          <h1 className={classes.title}>{t(`member.greeting.${greetingAt(hour)}`, { name })}</h1>
          {member.motto && <p className={classes.lead}>{member.motto}</p>}
          {shown?.group && (
            <p className={classes.lead}>
              {t('member.overview.group')} <strong>{shown.group}</strong>
            </p>
          )}
        </div>
      </header>
      <div className={classes.cards}>
        <Amount title={t('member.overview.balance')} amount={moneyText(member.money)} page="balance" />
        <Amount title={t('member.overview.score')} amount={plainAmount(String(member.score))} page="integral">
          {shown?.daily && <CheckIn overview={overview} daily={shown.daily} />}
        </Amount>
      </div>
      {hasFailed ? (
        <section className={classes.card}>
          <p className={classes.cardTitle}>{t('member.overview.failed')}</p>
          <FailureBox failure={failure} />
          <button type="button" className={buttons.secondary} onClick={() => overview.send({ type: 'overview.retried' })}>
            {t('common.action.retry')}
          </button>
        </section>
      ) : (
        <Changes shown={shown} />
      )}
      <div className={classes.cards}>
        <WaitingCard />
        {shown?.chats && <ChatsCard chats={shown.chats} />}
      </div>
      <div className={classes.cards}>
        <Safety member={member} safety={shown?.safety ?? null} />
        <SignInsCard member={member} previous={shown?.previous ?? null} />
      </div>
    </div>
  );
}

interface AmountProps {
  readonly children?: ReactNode;
  readonly title: string;
  readonly amount: string;
  readonly page: string;
}

function Amount({ title, amount, page, children }: AmountProps) {
  const path = useMemberPath(page);
  return (
    <section className={classes.card} aria-label={title}>
      <h2 className={classes.cardTitle}>{title}</h2>
      <p className={classes.amount}>{amount}</p>
      <div className={classes.under}>
        {path && (
          <AppLink to={path} className={classes.more}>
            {t('member.overview.details')}
          </AppLink>
        )}
        {children}
      </div>
    </section>
  );
}

interface CheckInProps {
  readonly overview: OverviewRef;
  readonly daily: DailyCheckIn;
}

/** Once a day; what it brought is said where the button was. */
function CheckIn({ overview, daily: { score, isDone, streak } }: CheckInProps) {
  const isBusy = useSelector(overview, selectOverviewIsCheckingIn);
  const failure = useSelector(overview, (snapshot) => (selectOverviewIsReady(snapshot) ? selectOverviewFailure(snapshot) : null));
  return (
    <>
      <output className={classes.saved}>{isDone && t('member.overview.checkedIn', { count: streak })}</output>
      {!isDone && (
        <button
          type="button"
          className={buttons.secondary}
          aria-disabled={isBusy}
          onClick={() => overview.send({ type: 'checkIn.requested' })}
        >
          {isBusy ? t('member.overview.checkingIn') : t('member.overview.checkIn', { score })}
        </button>
      )}
      <FailureBox failure={failure} />
    </>
  );
}

function Changes({ shown }: { readonly shown: MemberOverview | null }) {
  return (
    <section className={classes.card} aria-busy={shown === null}>
      <h2 className={classes.cardTitle}>{t('member.overview.change', { days: shown?.days.length ?? 30 })}</h2>
      {shown ? <ChangeChart days={shown.days} money={shown.money} score={shown.score} /> : <div className={classes.chartRoom} />}
    </section>
  );
}

interface SafetyProps {
  readonly member: MemberInfo;
  readonly safety: AccountSafety | null;
}

/** What to do, not a score. */
function Safety({ member, safety }: SafetyProps) {
  const [profile, password, security] = [useMemberPath('profile'), useMemberPath('changePassword'), useMemberPath('security')];
  const setAt = timeText(safety?.passwordTime ?? null);
  const address = (channel: 'email' | 'mobile', isDone = member[channel] !== '') => ({
    key: channel,
    isDone,
    text: t(`member.overview.${channel}${isDone ? 'Set' : 'Missing'}`),
    to: profile,
    deed: t(`member.overview.${isDone ? 'manage' : 'bind'}`),
  });
  const lines = [
    address('email', safety?.hasEmail),
    address('mobile', safety?.hasMobile),
    {
      key: 'password',
      isDone: true,
      text: setAt ? t('member.overview.passwordSet', { time: setAt.slice(0, 10) }) : t('member.overview.passwordUnknown'),
      to: password,
      deed: t('member.overview.changePassword'),
    },
    // Whoever may not open the page can do nothing about it.
    ...(safety && security
      ? [
          {
            key: 'factor',
            isDone: safety.hasFactor,
            text: t(`member.overview.factor${safety.hasFactor ? 'On' : 'Off'}`),
            to: security,
            deed: t('member.overview.manage'),
          },
        ]
      : []),
  ];
  return (
    <section className={classes.card}>
      <h2 className={classes.cardTitle}>{t('member.overview.safety')}</h2>
      <ul className={classes.lines}>
        {lines.map(({ key, isDone, text, to, deed }) => (
          <li key={key} data-done={isDone}>
            {isDone ? <IconCircleCheck size={18} aria-hidden="true" /> : <IconCircleDashed size={18} aria-hidden="true" />}
            <span>{text}</span>
            {to && (
              <AppLink to={to} className={classes.more}>
                {deed}
              </AppLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
