import '../../kit/form-styles.ts';
import { ActionIcon, Alert, Button } from '@mantine/core';
import { IconAlertCircle, IconTrash } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { FormEvent, ReactNode } from 'react';
import { configField } from '#domain/settings/config-item';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectFailedAttempt,
  selectHasChanges,
  selectSettingsFailure,
  selectSettingsIsSaving,
  type SettingsRef,
} from '#machines/settings/settings.machine';
import type { SettingGroup, SettingItem } from '#machines/settings/settings.vocabulary';
import { t } from '../../base/i18n.ts';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import { mayBeDone } from '../../kit/feedback/may-be-done.ts';
import { settingInputId, settingResource } from './setting-resource.ts';
import { SaveNamePreview } from './SaveNamePreview.tsx';
import { SettingField } from './SettingField.tsx';
import classes from './settings.module.css';

export interface SettingsRights {
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
}

/** The setting whose template says where uploads are stored. */
const SAVE_NAME = 'upload_save_name';

const ALL_RIGHTS: SettingsRights = { mayEdit: true, mayDelete: true };

export interface SettingsFormProps {
  readonly settings: SettingsRef;
  readonly group: SettingGroup;
  /** The words of an item that has none of its own. */
  readonly wordsOf?: (item: SettingItem) => { readonly title: string; readonly tip: string };
  /** What the person may do with the settings; everything if left out. */
  readonly rights?: SettingsRights;
  /** Below the fields. */
  readonly children?: ReactNode;
}

const ownWords = (item: SettingItem) => ({ title: item.title, tip: tipOf(item) });

const tipOf = ({ type, tip, isSet }: SettingItem): string =>
  type === 'password'
    ? [tip, t(isSet ? 'settings.page.secretSet' : 'settings.page.secretUnset')].filter((part) => part !== '').join(' ')
    : tip;

/** The settings of one group, with what can be done with them. */
export function SettingsForm({ settings, group, wordsOf = ownWords, rights = ALL_RIGHTS, children }: SettingsFormProps) {
  const isBusy = useSelector(settings, selectIsBusy);
  const isSaving = useSelector(settings, selectSettingsIsSaving);
  const hasChanges = useSelector(settings, selectHasChanges);
  const generation = useSelector(settings, ({ context }) => context.generation);
  const failure = useSelector(settings, selectSettingsFailure);
  const attempt = useSelector(settings, selectFailedAttempt);
  const wrongCount = useSelector(
    settings,
    ({ context }) => new Set([...Object.keys(context.issues), ...Object.keys(context.serverTexts)]).size,
  );
  const fields = Object.fromEntries(group.items.map((item) => [item.name, configField({ ...item, ...wordsOf(item) })]));
  const resource = settingResource(fields);
  const save = (event: FormEvent) => {
    event.preventDefault();
    settings.send({ type: 'settings.submitted' });
    const { issues } = settings.getSnapshot().context;
    const first = group.items.find(({ name }) => issues[name] !== undefined);
    if (first) document.getElementById(settingInputId(first.name))?.focus();
  };
  const isUnconfirmed = wrongCount === 0 && failure !== null && mayBeDone(failure);
  return (
    <form noValidate className={classes.form} data-read={!rights.mayEdit} onSubmit={save} aria-busy={isBusy}>
      {(failure !== null || wrongCount > 0) && (
        <Alert
          color="red"
          role="alert"
          p="xs"
          icon={<IconAlertCircle size={18} />}
          title={t(`settings.page.${isUnconfirmed ? 'unconfirmed' : 'failed'}.${attempt}`)}
        >
          {wrongCount > 0 ? t('settings.page.errors', { count: wrongCount }) : failure && <FailureText failure={failure} />}
        </Alert>
      )}
      {group.items.length === 0 && <p className={classes.none}>{t('settings.page.noItems')}</p>}
      {group.items.map((item) => {
        const field = fields[item.name];
        const remove = () => settings.send({ type: 'settings.removeRequested', id: item.id, title: item.title });
        return (
          <div key={item.type === 'password' ? `${item.name} ${generation}` : item.name} className={classes.item}>
            <div className={classes.grow}>
              {field && (
                <SettingField settings={settings} resource={resource} item={item} field={field} readOnly={!rights.mayEdit || isBusy} />
              )}
              {item.name === SAVE_NAME && <SaveNamePreview settings={settings} name={item.name} />}
              {item.isSet && rights.mayEdit && <SecretRemoval settings={settings} item={item} />}
            </div>
            {item.isRemovable && rights.mayDelete && (
              <ActionIcon
                variant="subtle"
                color="red"
                mt={26}
                size="lg"
                disabled={hasChanges || isBusy}
                aria-label={t('settings.page.remove', { title: item.title })}
                onClick={remove}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </div>
        );
      })}
      {children}
      {rights.mayEdit && (
        <div className={classes.footer}>
          <span className={classes.unsaved}>{hasChanges && t('settings.page.unsaved')}</span>
          <Button variant="default" disabled={!hasChanges || isBusy} onClick={() => settings.send({ type: 'settings.reset' })}>
            {t('settings.page.reset')}
          </Button>
          <Button type="submit" loading={isSaving} disabled={!hasChanges} loaderProps={{ 'aria-label': t('settings.page.saving') }}>
            {t('settings.page.save')}
          </Button>
        </div>
      )}
    </form>
  );
}

/** A stored secret is never shown, so that emptying its input cannot mean to take it away: that is asked for by a button. */
function SecretRemoval({ settings, item }: { readonly settings: SettingsRef; readonly item: SettingItem }) {
  const isRemoved = useSelector(settings, ({ context }) => context.values[item.name] === null);
  const toggle = () => settings.send({ type: 'settings.fieldChanged', field: item.name, value: isRemoved ? '' : null });
  return (
    <p className={classes.secret}>
      <Button
        variant="subtle"
        size="compact-sm"
        color={isRemoved ? 'gray' : 'red'}
        aria-label={secretWords(isRemoved, item.title)}
        onClick={toggle}
      >
        {t(isRemoved ? 'settings.page.secretKeep' : 'settings.page.secretRemove')}
      </Button>
      <output>{isRemoved && t('settings.page.secretRemoved')}</output>
    </p>
  );
}

const secretWords = (isRemoved: boolean, title: string): string =>
  t(isRemoved ? 'settings.page.secretKeepOf' : 'settings.page.secretRemoveOf', { title });
