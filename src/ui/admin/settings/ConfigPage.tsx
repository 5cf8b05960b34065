import '../../kit/form-styles.ts';
import '@mantine/core/styles/Tabs.layer.css';
import { Button, Skeleton, Tabs, TextInput } from '@mantine/core';
import { IconHistory, IconMail, IconPlus } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense, useMemo } from 'react';
import { isOfInputMethod } from '#domain/fields/input-method';
import type { Pair } from '#domain/settings/config-item';
import { abilitiesOn, nodePath } from '#domain/rights/permission';
import { permissionFacts, selectStart } from '#machines/shell/admin-shell.machine';
import {
  selectAreSettingsUnavailable,
  selectSettingGroup,
  selectSettingsFailure,
  selectSettingsIsConfirmingLeave,
  selectSettingsIsConfirmingRemoval,
  selectSettingsIsMailing,
  selectSettingsPage,
  type SettingsRef,
} from '#machines/settings/settings.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { useBundle } from '../../base/lazy-bundles.ts';
import { t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { ReadFailed } from '../../kit/feedback/ReadFailed.tsx';
import { useShell } from '../../base/shell-context.ts';
import { newKey } from '../../base/new-key.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { newSettingResource } from './setting-resource.ts';
import classes from './settings.module.css';
import { SettingSearch } from './SettingSearch.tsx';
import { SettingsForm } from './SettingsForm.tsx';

const PATH = nodePath('admin', 'routine/config');
const TIMELINE = nodePath('admin', 'security/change');
/** The group whose settings are links. */
const QUICK_LINKS = 'config_quick_entrance';
const RecordForm = lazyView(async () => (await import('../../kit/form/RecordForm.tsx')).RecordForm);

/** The settings of the site: a tab for each group beside a search over all of them, settings of one's own, a mail that tries the mail settings out. */
export function ConfigPage() {
  const { config } = useBundle('settings');
  const settings = useLeafActor(config, { id: 'settings:config' });
  const page = useSelector(settings, selectSettingsPage);
  const group = useSelector(settings, selectSettingGroup);
  const isUnavailable = useSelector(settings, selectAreSettingsUnavailable);
  const isAdding = useSelector(settings, (snapshot) => snapshot.children.itemForm);
  const canAdd = useSelector(settings, (snapshot) => snapshot.can({ type: 'settings.addRequested', key: '' }));
  const { nodes } = useSelector(useShell(), permissionFacts, (a, b) => a.nodes === b.nodes);
  const isSuper = useSelector(useShell(), (snapshot) => selectStart(snapshot)?.admin.super === true);
  const { mayAdd, ...rights } = abilitiesOn(nodes, PATH);
  const newSetting = useMemo(() => newSettingResource(page?.groups ?? []), [page?.groups]);
  if (isUnavailable || !page || !group) return <PageState settings={settings} />;
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1 className={classes.title}>{t('settings.page.title')}</h1>
        {nodes[TIMELINE] !== undefined && (
          <Button
            component={AppLink}
            to={`${TIMELINE}?resource=config`}
            variant="default"
            fw={400}
            fz="inherit"
            leftSection={<IconHistory size={16} />}
          >
            {t('settings.page.history')}
          </Button>
        )}
        {mayAdd && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            disabled={!canAdd}
            title={canAdd ? undefined : t('settings.page.addWaits')}
            onClick={() => settings.send({ type: 'settings.addRequested', key: newKey() })}
          >
            {t('settings.page.add')}
          </Button>
        )}
      </header>
      <Tabs
        value={group.key}
        keepMounted={false}
        orientation="vertical"
        onChange={(key) => key !== null && settings.send({ type: 'settings.groupChosen', group: key })}
        className={classes.groups}
      >
        <div className={classes.side}>
          <SettingSearch settings={settings} />
          <Tabs.List aria-label={t('settings.page.groups')} className={classes.list}>
            {page.groups.map(({ key, title }) => (
              <Tabs.Tab key={key} value={key} className={classes.tab}>
                {title}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </div>
        <Tabs.Panel value={group.key} className={classes.card}>
          <h2 className={classes.subtitle}>{group.title}</h2>
          <SettingsForm key={group.key} settings={settings} group={group} rights={rights}>
            {group.key === 'mail' && isSuper && <TestMail settings={settings} />}
            {group.key === QUICK_LINKS && <Entrances pages={page.entrances} />}
          </SettingsForm>
        </Tabs.Panel>
      </Tabs>
      <Questions settings={settings} />
      <Suspense>{isAdding && <RecordForm key={isAdding.sessionId} form={isAdding} resource={newSetting} />}</Suspense>
    </div>
  );
}

/** The pages that the settings name as quick links, to try them out. */
function Entrances({ pages }: { readonly pages: readonly Pair[] }) {
  if (pages.length === 0) return null;
  return (
    <nav className={classes.entrances} aria-label={t('settings.page.entrances')}>
      {pages.map(({ key, value }) => (
        <AppLink key={`${key} ${value}`} to={`/admin/${value}`} className={classes.entrance}>
          {key}
        </AppLink>
      ))}
    </nav>
  );
}

/** While there is nothing to show yet, or nothing could be read. */
interface PageStateProps {
  readonly settings: SettingsRef;
  /** What could not be loaded. */
  readonly title?: string;
}

export function PageState({ settings, title = t('settings.page.loadFailed') }: PageStateProps) {
  const failure = useSelector(settings, selectSettingsFailure);
  const isUnavailable = useSelector(settings, selectAreSettingsUnavailable);
  if (!isUnavailable) return <Skeleton height={320} radius="lg" />;
  return <ReadFailed title={title} failure={failure} onRetry={() => settings.send({ type: 'settings.loadRetried' })} />;
}

function TestMail({ settings }: { readonly settings: SettingsRef }) {
  const to = useSelector(settings, ({ context }) => context.mailTo);
  const error = useSelector(settings, ({ context }) => context.serverTexts['testMail']);
  const isMailing = useSelector(settings, selectSettingsIsMailing);
  return (
    <div className={classes.mail}>
      <TextInput
        className={classes.grow}
        id="settings-test-mail"
        type="email"
        labelProps={{ mb: 4 }}
        label={t('settings.page.testMail.label')}
        description={t('settings.page.testMail.hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={to}
        error={error}
        onChange={(event) => settings.send({ type: 'settings.mailTyped', to: event.currentTarget.value })}
        // Enter would press the button of the form, which saves what is to be tried out first.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isOfInputMethod(event.nativeEvent)) return;
          event.preventDefault();
          settings.send({ type: 'settings.mailRequested' });
        }}
      />
      <Button
        variant="default"
        mt={26}
        leftSection={<IconMail size={16} />}
        loading={isMailing}
        loaderProps={{ 'aria-label': t('settings.page.testMail.sending') }}
        onClick={() => settings.send({ type: 'settings.mailRequested' })}
      >
        {t('settings.page.testMail.send')}
      </Button>
    </div>
  );
}

function Questions({ settings }: { readonly settings: SettingsRef }) {
  const isLeaving = useSelector(settings, selectSettingsIsConfirmingLeave);
  const isRemoving = useSelector(settings, selectSettingsIsConfirmingRemoval);
  const title = useSelector(settings, ({ context }) => context.asked?.title ?? '');
  const confirm = () => settings.send({ type: 'settings.confirmed' });
  const cancel = () => settings.send({ type: 'settings.cancelled' });
  return (
    <>
      <ConfirmDialog
        isOpen={isLeaving}
        title={t('settings.page.leaveTitle')}
        confirm={{ label: t('settings.page.discard'), isDanger: true, onConfirm: confirm }}
        cancelLabel={t('settings.page.stay')}
        onCancel={cancel}
      >
        {t('settings.page.leaveHint')}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={isRemoving}
        title={t('settings.page.removeTitle', { title })}
        confirm={{ label: t('settings.page.confirmRemove'), isDanger: true, onConfirm: confirm }}
        cancelLabel={t('settings.page.cancel')}
        onCancel={cancel}
      >
        {t('settings.page.removeHint')}
      </ConfirmDialog>
    </>
  );
}
