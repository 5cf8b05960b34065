import { IconChevronDown, IconPin, IconSpeakerphone, IconUsers } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense, useLayoutEffect, useMemo } from 'react';
import { pageCount } from '#domain/members/ledger-page';
import { noticeAddressOf, noticeSearch, type NoticeAddress } from '#domain/members/notice-page';
import type { LocalText } from '#domain/site/document-page';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectMemberNoticesHasFailed,
  selectNoticeAddress,
  selectNoticePage,
  selectNoticesFailure,
  selectOpened,
  selectOpeningId,
  selectUnopenedId,
  type MemberNotice,
  type MemberNoticesRef,
  type NoticePage,
} from '#machines/members/member-notices.machine';
import { selectMemberPage, selectMemberSearch } from '#machines/members/member-shell.machine';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { timeAttribute, timeText, timeTip } from '../../kit/cells/time-text.ts';
import { EmptyState } from '../../kit/feedback/EmptyState.tsx';
import { ReadFailed } from '../../kit/feedback/ReadFailed.tsx';
import { keepFocus } from '../../kit/keep-focus.ts';
import buttons from '../../kit/plain-button.module.css';
import { FailureBox } from '../base/FailureBox.tsx';
import { useMemberShell } from '../base/shell.ts';
import { MessagePager } from './MessagePager.tsx';
import messages from './messages.module.css';
import classes from './notices.module.css';
import pages from './pages.module.css';

const NoticeBody = lazyView(async () => (await import('./NoticeBody.tsx')).NoticeBody);

/** News of the site, and what is for members alone: the newest first, one of them open at a time. Which, stands in the address. */
export function NoticesPage() {
  const { navigation } = useApp();
  const shell = useMemberShell();
  const search = useSelector(shell, selectMemberSearch);
  const path = useSelector(shell, (snapshot) => selectMemberPage(snapshot)?.path ?? '');
  const { notices: logic } = useBundle('memberPages');
  const addressed = useMemo(() => noticeAddressOf(search), [search]);
  const notices = useLeafActor(logic, { id: 'memberNotices', input: { owner: shell, address: addressed } });
  useLayoutEffect(() => notices.send({ type: 'notices.addressed', address: addressed }), [notices, addressed]);
  const go = (to: NoticeAddress) => navigation.send({ type: 'navigation.requested', to: path + noticeSearch(to), mode: 'push' });
  const shown = useSelector(notices, selectNoticePage);
  const failure = useSelector(notices, selectNoticesFailure);
  const hasFailed = useSelector(notices, selectMemberNoticesHasFailed);
  const isBusy = useSelector(notices, selectIsBusy);
  return (
    <div ref={keepFocus} className={pages.page}>
      <header className={messages.head}>
        <h1 className={pages.title}>{t('safety.notices.title')}</h1>
        {shown !== null && shown.unread > 0 && (
          <button type="button" className={buttons.secondary} onClick={() => notices.send({ type: 'notices.allRead' })}>
            {t('memberPages.messages.readAll')}
          </button>
        )}
      </header>
      <section className={pages.card} aria-busy={isBusy} aria-label={t('safety.notices.title')}>
        {hasFailed ? (
          <div role="alert">
            <ReadFailed title={t('safety.notices.failed')} failure={failure} onRetry={() => notices.send({ type: 'notices.retried' })} />
          </div>
        ) : shown === null ? (
          <div className={pages.listRoom} />
        ) : (
          <>
            {failure && <FailureBox failure={failure} />}
            <Notices notices={notices} shown={shown} go={go} />
          </>
        )}
      </section>
    </div>
  );
}

interface NoticesProps {
  readonly notices: MemberNoticesRef;
  readonly go: (to: NoticeAddress) => void;
}

function Notices({ notices, go, shown: { list, total } }: NoticesProps & { readonly shown: NoticePage }) {
  const { page } = useSelector(notices, selectNoticeAddress);
  if (total === 0)
    return (
      <EmptyState
        level={2}
        icon={<IconSpeakerphone size={24} stroke={1.5} />}
        title={t('safety.notices.empty')}
        text={t('safety.notices.emptyHint')}
      />
    );
  if (list.length === 0)
    return (
      <EmptyState level={2} title={t('memberPages.ledger.beyond')}>
        <button type="button" className={buttons.secondary} onClick={() => go({ page: 1, noticeId: null })}>
          {t('memberPages.ledger.toFirst')}
        </button>
      </EmptyState>
    );
  return (
    <>
      <ul className={messages.list}>
        {list.map((notice) => (
          <Notice key={notice.id} notices={notices} go={go} notice={notice} />
        ))}
      </ul>
      <MessagePager page={page} pages={pageCount(total, 10)} onPage={(to) => go({ page: to, noticeId: null })} />
    </>
  );
}

const langOf = ({ isTranslated }: LocalText): string | undefined => (isTranslated ? undefined : 'zh-CN');

/** Its title opens it, and closes it again. */
function Notice({ notices, go, notice }: NoticesProps & { readonly notice: MemberNotice }) {
  const { id, title, excerpt, isPinned, isForMembers, time, isNew } = notice;
  const { page } = useSelector(notices, selectNoticeAddress);
  const isOpening = useSelector(notices, (snapshot) => selectOpeningId(snapshot) === id);
  const isUnopened = useSelector(notices, (snapshot) => selectUnopenedId(snapshot) === id);
  const opened = useSelector(notices, (snapshot) => {
    const open = selectOpened(snapshot);
    return open?.id === id ? open : null;
  });
  const press = () => {
    if (isUnopened) notices.send({ type: 'notices.retried' });
    else go({ page, noticeId: opened || isOpening ? null : id });
  };
  const place = `notice-${id}`;
  return (
    <li className={classes.notice} data-unread={isNew || undefined}>
      <h2 className={classes.title}>
        <button
          type="button"
          className={classes.open}
          aria-expanded={opened !== null}
          aria-controls={opened === null ? undefined : place}
          aria-busy={isOpening}
          onClick={press}
        >
          {isNew && <span className={messages.new}>{t('memberPages.messages.new')}</span>}
          <span className={classes.words} lang={langOf(title)}>
            {title.text}
          </span>
          <IconChevronDown className={classes.mark} size={18} stroke={1.75} aria-hidden="true" />
        </button>
      </h2>
      <p className={classes.about}>
        <time dateTime={timeAttribute(time)} title={timeTip(time) ?? undefined}>
          {timeText(time)?.slice(0, -3)}
        </time>
        {isPinned && (
          <span>
            <IconPin size={14} stroke={1.75} aria-hidden="true" />
            {t('safety.notices.pinned')}
          </span>
        )}
        {isForMembers && (
          <span>
            <IconUsers size={14} stroke={1.75} aria-hidden="true" />
            {t('safety.notices.forMembers')}
          </span>
        )}
      </p>
      {opened === null ? (
        excerpt.text !== '' && (
          <p className={classes.excerpt} lang={langOf(excerpt)}>
            {excerpt.text}
          </p>
        )
      ) : (
        <div id={place} className={classes.body}>
          <Suspense fallback={<div className={classes.room} aria-busy="true" />}>
            <NoticeBody body={opened.body} />
          </Suspense>
        </div>
      )}
    </li>
  );
}
