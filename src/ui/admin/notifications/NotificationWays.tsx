import '../../kit/form-styles.ts';
import { Switch } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { selectRoute } from '#machines/app/navigation.machine';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectNotificationWaysHasFailed, selectWays, selectWaysFailure } from '#machines/notifications/notification-ways.machine';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { FailureLine } from '../../kit/feedback/FailureLine.tsx';
import settings from '../settings/settings.module.css';
import classes from './notifications.module.css';
import { isForWays } from './ways-address.ts';

const WAYS = ['inApp', 'byMail'] as const;

const reveal = (section: HTMLElement | null) => section?.scrollIntoView({ block: 'start' });

/** Of what somebody hears, and how; each switch is kept at once. */
export function NotificationWays() {
  const { notificationWays } = useBundle('notifications');
  const actor = useLeafActor(notificationWays, { id: 'notificationWays' });
  const ways = useSelector(actor, selectWays);
  const failure = useSelector(actor, selectWaysFailure);
  const isWanted = useSelector(useApp().navigation, (snapshot) => isForWays(selectRoute(snapshot)?.search ?? ''));
  const isBusy = useSelector(actor, selectIsBusy);
  const hasFailed = useSelector(actor, selectNotificationWaysHasFailed);
  return (
    <section // Not before it has its height, or it would be left at the edge.
      ref={isWanted && ways ? reveal : null}
      aria-labelledby="notification-ways"
      aria-busy={isBusy}
    >
      <h2 id="notification-ways" className={settings.subtitle}>
        {t('notifications.ways.title')}
      </h2>
      <p className={classes.hint}>
        {t('notifications.ways.hint')} {ways?.hasEmail === false && t('notifications.ways.noEmail')}
      </p>
      {failure && (
        <FailureLine
          text={t(hasFailed ? 'notifications.ways.loadFailed' : 'notifications.ways.failed')}
          failure={failure}
          {...(hasFailed && { onRetry: () => actor.send({ type: 'ways.retried' }) })}
        />
      )}
      {ways && (
        <table className={classes.ways}>
          <thead>
            <tr>
              <th scope="col">{t('notifications.ways.kind')}</th>
              {WAYS.map((way) => (
                <th key={way} scope="col">
                  {t(`notifications.ways.${way}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ways.list.map(({ isFixed, ...way }) => (
              <tr key={way.kind}>
                <th scope="row">
                  {t(`notifications.kind.${way.kind}`)}
                  <span>{t(`notifications.ways.hints.${way.kind}`)}</span>
                </th>
                {WAYS.map((name) => (
                  <td key={name}>
                    {isFixed ? (
                      <span className={classes.fixed}>
                        {t(name === 'byMail' && !ways.hasEmail ? 'notifications.ways.noAddress' : 'notifications.ways.fixed')}
                      </span>
                    ) : (
                      <Switch
                        aria-label={`${t(`notifications.kind.${way.kind}`)}: ${t(`notifications.ways.${name}`)}`}
                        checked={way[name]}
                        disabled={isBusy || (name === 'byMail' && !ways.hasEmail && !way.byMail)}
                        onChange={({ currentTarget: { checked } }) => actor.send({ type: 'way.chosen', way: { ...way, [name]: checked } })}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
