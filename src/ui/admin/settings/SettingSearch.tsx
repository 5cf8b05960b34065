import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectFoundSettings, selectSettingGroup, type SettingsRef } from '#machines/settings/settings.machine';
import type { FoundSetting } from '#machines/settings/settings.vocabulary';
import { t } from '../../base/i18n.ts';
import { settingInputId } from './setting-resource.ts';
import classes from './settings.module.css';

/** Finds a setting in whichever group it stands, and leads to its input. */
export function SettingSearch({ settings }: { readonly settings: SettingsRef }) {
  const search = useSelector(settings, ({ context }) => context.search);
  const found = useSelector(
    settings,
    selectFoundSettings,
    (a, b) => a?.length === b?.length && (a ?? []).every(({ item }, at) => item === b?.[at]?.item),
  );
  const current = useSelector(settings, selectSettingGroup)?.key;
  const type = (text: string) => settings.send({ type: 'settings.searchTyped', text });
  const open = ({ item, group }: FoundSetting) => {
    if (group.key === current) type('');
    else settings.send({ type: 'settings.groupChosen', group: group.key });
    // The group that was chosen is drawn first.
    requestAnimationFrame(() => document.getElementById(settingInputId(item.name))?.focus());
  };
  return (
    <search className={classes.search}>
      <TextInput
        type="search"
        aria-label={t('settings.page.search')}
        placeholder={t('settings.page.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={search !== '' && <CloseButton size="sm" aria-label={t('settings.page.searchClear')} onClick={() => type('')} />}
        value={search}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {found && (
        <ul className={classes.found} aria-label={t('settings.page.found')}>
          {found.length === 0 && <li className={classes.none}>{t('settings.page.nothingFound')}</li>}
          {found.map((one) => (
            <li key={one.item.name}>
              <button type="button" onClick={() => open(one)}>
                <span>{one.item.title}</span>
                <span>{one.group.title}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}
