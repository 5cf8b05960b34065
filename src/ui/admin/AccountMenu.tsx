import { Menu } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconHome, IconLanguage, IconLogout } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { HTML_LANGUAGE } from '#domain/language';
import { selectPerson } from '#machines/session.machine';
import { useApp } from '../app/app-context.ts';
import { pageLanguage, t } from '../app/i18n.ts';
import { LANGUAGE_OWN_NAME, otherLanguage } from '../app/language-names.ts';
import classes from './Header.module.css';

/** Who is signed in, and the way out. */
export function AccountMenu({ onLayout }: { readonly onLayout: () => void }) {
  const { adminSession, language, navigation } = useApp();
  const person = useSelector(adminSession, selectPerson);
  if (!person) return null;
  const name = person.nickname || person.username;
  const other = otherLanguage(pageLanguage());
  const picture = person.avatar ? (
    <img className={classes.avatar} src={person.avatar} alt="" width={28} height={28} />
  ) : (
    <span className={classes.avatar} aria-hidden="true">
      {String.fromCodePoint(name.codePointAt(0) ?? 32).toUpperCase()}
    </span>
  );
  return (
    <Menu position="bottom-end" width={232}>
      <Menu.Target>
        <button type="button" className={classes.account} aria-label={`${t('admin.shell.account')} ${name}`}>
          {picture}
          <span className={classes.accountName}>{name}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{name}</strong>
          <span>{person.super ? `${person.username} · ${t('admin.shell.super')}` : person.username}</span>
          {person.lastLoginTime && <span>{t('admin.shell.lastLogin', { time: person.lastLoginTime })}</span>}
        </div>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconHome size={16} />}
          onClick={() => navigation.send({ type: 'navigation.requested', to: '/', mode: 'push' })}
        >
          {t('admin.shell.home')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLanguage size={16} />}
          lang={HTML_LANGUAGE[other]}
          onClick={() => language.send({ type: 'language.changeRequested', language: other })}
        >
          {LANGUAGE_OWN_NAME[other]}
        </Menu.Item>
        <Menu.Item leftSection={<IconAdjustmentsHorizontal size={16} />} onClick={onLayout}>
          {t('admin.shell.layout')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => adminSession.send({ type: 'session.signOutRequested' })}>
          {t('common.action.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
