import { useSelector } from '@xstate/react';
import { Suspense, use } from 'react';
import { selectSettingGroup, selectSettingsPage } from '#machines/settings.machine';
import type { SettingItem } from '#machines/settings-vocabulary';
import { useApp } from '../../app/app-context.ts';
import { t, text } from '../../app/i18n.ts';
import { lazyView } from '../../app/lazy-view.tsx';
import { timeText } from '../../kit/time-text.ts';
import { useLeafActor } from '../../kit/use-leaf-actor.ts';
import { PageState } from '../config/ConfigPage.tsx';
import classes from '../config/settings.module.css';
import { SettingsForm } from '../config/SettingsForm.tsx';

const TwoFactorPanel = lazyView(async () => (await import('../account/TwoFactorPanel.tsx')).TwoFactorPanel);
const SessionsPanel = lazyView(async () => (await import('../account/SessionsPanel.tsx')).SessionsPanel);

const wordsOf = ({ name, type }: SettingItem) => ({
  title: text(`settings.profile.fields.${name}`),
  tip: type === 'password' ? text(`settings.profile.hints.${name}`) : '',
});

/** An administrator's own account, and the last things done with it. */
export function ProfilePage() {
  const { profile } = use(useApp().late.settings());
  const settings = useLeafActor(profile, { id: 'settings:profile' });
  const page = useSelector(settings, selectSettingsPage);
  const group = useSelector(settings, selectSettingGroup);
  if (!page || !group) return <PageState settings={settings} />;
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
                  <time>{timeText(createTime)}</time> {ip}
                </span>
              </li>
            ))}
          </ol>
        </section>
      </div>
      <section className={classes.card}>
        <Suspense>
          <TwoFactorPanel />
        </Suspense>
      </section>
      <section className={classes.card}>
        <Suspense>
          <SessionsPanel adminId={null} />
        </Suspense>
      </section>
    </div>
  );
}
