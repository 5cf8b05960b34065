import { Alert, Button } from '@mantine/core';
import { IconAlertCircle, IconDeviceDesktop } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { isMissingCall } from '#domain/base/missing-call';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectAskedEnd,
  selectSessionsFailure,
  selectSessionsIsEnding,
  selectSessionsIsUnavailable,
  selectSessionsPage,
  type EndTarget,
  type SessionEntry,
  type SessionsPage,
  type SessionsRef,
} from '#machines/session/sessions.machine';
import { t } from '../../base/i18n.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { ReadFailed } from '../feedback/ReadFailed.tsx';
import { FailureText } from '../feedback/FailureText.tsx';
import { NamedSkeleton } from '../feedback/NamedSkeleton.tsx';
import { timeAttribute, timeText, timeTip } from '../cells/time-text.ts';
import classes from './account.module.css';
import { deviceText } from './device-text.ts';

export interface SessionsViewProps {
  readonly sessions: SessionsRef;
  readonly isOwn: boolean;
}

/** Where an account is signed in, with the way to end it there. */
export function SessionsView({ sessions, isOwn }: SessionsViewProps) {
  const page = useSelector(sessions, selectSessionsPage);
  const failure = useSelector(sessions, selectSessionsFailure);
  const isUnavailable = useSelector(sessions, selectSessionsIsUnavailable);
  const canEndAll = useSelector(sessions, (snapshot) => snapshot.can({ type: 'sessions.endRequested', id: null }));
  const isBusy = useSelector(sessions, selectIsBusy);
  if (isUnavailable && isMissingCall(failure)) return null;
  if (isUnavailable)
    return (
      <ReadFailed
        level={3}
        title={t('account.sessions.loadFailed')}
        failure={failure}
        onRetry={() => sessions.send({ type: 'sessions.retried' })}
      />
    );
  if (!page) return <NamedSkeleton heightPx={160} label={t('account.sessions.loading')} />;
  return (
    <div aria-busy={isBusy}>
      <div className={classes.head}>
        <h2 className={classes.subtitle}>{t('account.sessions.title')}</h2>
        {page.list.length > (isOwn ? 1 : 0) && (
          <Button
            variant="default"
            size="xs"
            disabled={!canEndAll}
            onClick={() => sessions.send({ type: 'sessions.endRequested', id: null })}
          >
            {t(isOwn ? 'account.sessions.endOthers' : 'account.sessions.endAll')}
          </Button>
        )}
      </div>
      {isOwn && <p className={classes.lead}>{t('account.sessions.lead')}</p>}
      {failure && (
        <Alert color="red" role="alert" p="xs" mb="sm" icon={<IconAlertCircle size={18} />} title={t('account.sessions.notEnded')}>
          <FailureText failure={failure} />
        </Alert>
      )}
      <History page={page} />
      {page.list.length === 0 && <p className={classes.lead}>{t('account.sessions.none')}</p>}
      <ul className={classes.sessions}>
        {page.list.map((entry) => (
          <Entry key={entry.id} entry={entry} sessions={sessions} />
        ))}
      </ul>
      <Question sessions={sessions} page={page} isOwn={isOwn} />
    </div>
  );
}

/** What a person would want to know of before they go on: was it me? */
function History({ page: { previous, refusedCount } }: { readonly page: SessionsPage }) {
  if (!previous) return null;
  return (
    <p className={classes.history}>
      {t('account.sessions.previous', { time: timeText(previous.time) ?? '', device: deviceText(previous.userAgent), ip: previous.ip })}{' '}
      {refusedCount > 0 && <strong>{t('account.sessions.refused', { count: refusedCount })}</strong>}
    </p>
  );
}

const Time = ({ value }: { readonly value: number }) => (
  <time dateTime={timeAttribute(value)} title={timeTip(value) ?? undefined}>
    {timeText(value)}
  </time>
);

function Entry({ entry, sessions }: { readonly entry: SessionEntry; readonly sessions: SessionsRef }) {
  const canEnd = useSelector(sessions, (snapshot) => snapshot.can({ type: 'sessions.endRequested', id: entry.id }));
  const device = deviceText(entry.userAgent);
  return (
    <li>
      <IconDeviceDesktop size={22} stroke={1.5} aria-hidden="true" />
      <div className={classes.entry}>
        <strong>
          {device}
          {entry.isCurrent && (
            <span className={classes.mark} data-on>
              {t('account.sessions.current')}
            </span>
          )}
        </strong>
        <dl>
          <dt>{t('account.sessions.ip')}</dt>
          <dd>{entry.ip}</dd>
          <dt>{t('account.sessions.created')}</dt>
          <dd>
            <Time value={entry.createTime} />
          </dd>
          <dt>{t('account.sessions.seen')}</dt>
          <dd>
            <Time value={entry.seenTime} />
          </dd>
        </dl>
      </div>
      {!entry.isCurrent && (
        <Button
          variant="default"
          size="xs"
          disabled={!canEnd}
          aria-label={t('account.sessions.endLabel', { device, ip: entry.ip })}
          onClick={() => sessions.send({ type: 'sessions.endRequested', id: entry.id })}
        >
          {t('account.sessions.end')}
        </Button>
      )}
    </li>
  );
}

interface QuestionProps extends SessionsViewProps {
  readonly page: SessionsPage;
}

function wordsOf(asked: EndTarget | null, page: SessionsPage, isOwn: boolean): readonly [title: string, hint: string] {
  const entry = page.list.find(({ id }) => id === asked?.id);
  if (entry) return [t('account.sessions.askOne'), t('account.sessions.askOneHint', { device: deviceText(entry.userAgent), ip: entry.ip })];
  return isOwn
    ? [t('account.sessions.askOthers'), t('account.sessions.askOthersHint')]
    : [t('account.sessions.askAll'), t('account.sessions.askAllHint')];
}

function Question({ sessions, page, isOwn }: QuestionProps) {
  const asked = useSelector(sessions, selectAskedEnd);
  const isEnding = useSelector(sessions, selectSessionsIsEnding);
  const [title, hint] = wordsOf(asked, page, isOwn);
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title={title}
      confirm={{
        label: t('account.sessions.confirm'),
        isDanger: true,
        isBusy: isEnding,
        onConfirm: () => sessions.send({ type: 'sessions.confirmed' }),
      }}
      onCancel={() => sessions.send({ type: 'sessions.cancelled' })}
    >
      {hint}
    </ConfirmDialog>
  );
}
