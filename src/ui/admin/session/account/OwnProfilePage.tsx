import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { selectAreSettingsUnavailable, selectSettingGroup, selectSettingsPage } from '#machines/settings/settings.machine';
import type { SettingItem } from '#machines/settings/settings.vocabulary';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { loadMessages, t, text } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { useHasProviders } from '../../../kit/external/external-offers.ts';
import { timeText } from '../../../kit/cells/time-text.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { PageState } from '../../settings/ConfigPage.tsx';
import classes from '../../settings/settings.module.css';
import { SettingsForm } from '../../settings/SettingsForm.tsx';

const TwoFactorPanel = lazyView(async () => (await import('./TwoFactorPanel.tsx')).TwoFactorPanel);
const IdentitiesPanel = lazyView(
  async () => (await Promise.all([import('./IdentitiesPanel.tsx'), loadMessages(['external', 'account'])]))[0].IdentitiesPanel,
);
const PasskeysPanel = lazyView(
  async () => (await Promise.all([import('./PasskeysPanel.tsx'), loadMessages(['safety', 'account'])]))[0].PasskeysPanel,
);
const NotificationWays = lazyView(
  async () =>
    (await Promise.all([import('../../notifications/NotificationWays.tsx'), loadMessages(['notifications'])]))[0].NotificationWays,
);
const SessionsPanel = lazyView(async () => (await import('./SessionsPanel.tsx')).SessionsPanel);

const wordsOf = ({ name, type }: SettingItem) => ({
  title: text(`settings.profile.fields.${name}`),
  tip: type === 'password' ? text(`settings.profile.hints.${name}`) : '',
});

/** An administrator's own account, and the last things done with it. */
export function OwnProfilePage() {
  const hasProviders = useHasProviders('admin');
  const { profile } = useBundle('settings');
  const settings = useLeafActor(profile, { id: 'settings:profile' });
  const page = useSelector(settings, selectSettingsPage);
  const group = useSelector(settings, selectSettingGroup);
  const isUnavailable = useSelector(settings, selectAreSettingsUnavailable);
  if (isUnavailable || !page || !group) return <PageState settings={settings} title={t('settings.profile.loadFailed')} />;
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1 className={classes.title}>{t('settings.profile.title', { username: group.title })}</h1>
      </header>
      <div className={classes.columns}>
        <div className={classes.card}>
          <SettingsForm settings={settings} group={group} wordsOf={wordsOf} />
        </div>
        <section className={classes.card} aria-labelledby="profile-log">
          <h2 id="profile-log" className={classes.subtitle}>
            {t('settings.profile.log')}
          </h2>
          <ol className={classes.log}>
            {page.log.map(({ id, title, ip, createTime }) => (
              <li key={id}>
                <strong>{title}</strong>
                <span>
                  <time>{timeText(createTime)}</time> · {ip}
                </span>
              </li>
            ))}
          </ol>
        </section>
      </div>
      <div className={classes.card}>
        <Suspense>
          <NotificationWays />
        </Suspense>
      </div>
      <section className={classes.card}>
        <Suspense>
          <TwoFactorPanel settings={settings} />
        </Suspense>
      </section>
      <Suspense>
        <PasskeysPanel card={classes.card} />
      </Suspense>
      {hasProviders && (
        <section className={classes.card}>
          <Suspense>
            <IdentitiesPanel />
          </Suspense>
        </section>
      )}
      <section className={classes.card}>
        <Suspense>
          <SessionsPanel adminId={null} />
        </Suspense>
      </section>
    </div>
  );
}
