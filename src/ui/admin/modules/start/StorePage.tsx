import '@mantine/core/styles/Tabs.layer.css';
import { Alert, Button, Tabs, TextInput } from '@mantine/core';
import { IconAlertCircle, IconPackageImport, IconSearch } from '@tabler/icons-react';
import { shallowEqual, useSelector } from '@xstate/react';
import { isModuleTab, STORE_TABS, type StoreTab } from '#domain/modules/store-module';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectIsMoved, selectOnTab, selectRegistries, selectUnseen, selectWaiting } from '#machines/modules/module-store.selectors';
import { selectModuleStoreIsReceiving, type ModuleStoreRef } from '#machines/modules/module-store.machine';
import { t } from '../../../base/i18n.ts';
import { ChooseFile } from '../../../kit/files/ChooseFile.tsx';
import { FailureText } from '../../../kit/feedback/FailureText.tsx';
import { takeLostFocus } from '../../../kit/take-focus.ts';
import { moduleText } from '../base/module-words.ts';
import type { ModulesViewProps } from '../base/view-props.ts';
import { ModuleCards } from './ModuleCards.tsx';
import { RegistryList } from './RegistryList.tsx';
import { RunList } from './RunList.tsx';
import { WaitingModules } from './WaitingModules.tsx';
import classes from './store.module.css';

/** What there is, what is installed, what can be brought further, and what was done. */
export function StorePage({ store, keepFile }: ModulesViewProps) {
  const tab = useSelector(store, ({ context }) => context.tab);
  const search = useSelector(store, ({ context }) => context.search);
  const isMoved = useSelector(store, selectIsMoved);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <div className={classes.intro}>
          <h1 ref={isMoved ? takeLostFocus : undefined} tabIndex={-1} className={classes.title}>
            {t('modules.store.title')}
          </h1>
          <p className={classes.text}>{t('modules.store.intro')}</p>
        </div>
        {/* On paper what holds a box for files goes, and only that. */}
        <span>
          <Upload store={store} keepFile={keepFile} />
        </span>
      </header>
      <StoreFailure store={store} />
      <UnseenFailures store={store} />
      <Tabs value={tab} keepMounted={false} onChange={(one) => one !== null && store.send({ type: 'tab.chosen', tab: one as StoreTab })}>
        <div className={classes.bar}>
          <Tabs.List aria-label={t('modules.store.tabs')} className={classes.tabs}>
            {STORE_TABS.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t(`modules.tab.${one}`)} <Count store={store} tab={one} />
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {isModuleTab(tab) && (
            <TextInput
              className={classes.search}
              type="search"
              aria-label={t('modules.store.search')}
              placeholder={t('modules.store.search')}
              leftSection={<IconSearch size={16} aria-hidden />}
              value={search}
              onChange={(event) => store.send({ type: 'search.typed', text: event.currentTarget.value })}
            />
          )}
        </div>
        <Tabs.Panel value={tab} className={classes.panel}>
          <Panel store={store} tab={tab} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

interface TabProps {
  readonly store: ModuleStoreRef;
  readonly tab: StoreTab;
}

function Panel({ store, tab }: TabProps) {
  switch (tab) {
    case 'waiting':
      return <WaitingModules store={store} />;
    case 'runs':
      return <RunList store={store} />;
    case 'registries':
      return <RegistryList store={store} />;
    case 'available':
    case 'installed':
    case 'updates':
      return <ModuleCards store={store} tab={tab} />;
    default:
      return tab satisfies never;
  }
}

function Count({ store, tab }: TabProps) {
  const count = useSelector(store, (snapshot) => {
    if (tab === 'waiting') return selectWaiting(snapshot).length;
    if (tab === 'registries') return selectRegistries(snapshot).length;
    return tab === 'runs' ? 0 : selectOnTab(tab)(snapshot).length;
  });
  return count > 0 && <span className={classes.count}>{count}</span>;
}

function Upload({ store, keepFile }: ModulesViewProps) {
  const isReceiving = useSelector(store, selectModuleStoreIsReceiving);
  const isBusy = useSelector(store, selectIsBusy);
  return (
    <ChooseFile accept=".zip,application/zip" onFile={(file) => store.send({ type: 'package.chosen', file: keepFile(file) })}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<IconPackageImport size={16} aria-hidden />}
          loading={isReceiving}
          disabled={isBusy && !isReceiving}
        >
          {t('modules.store.upload')}
        </Button>
      )}
    </ChooseFile>
  );
}

/** Why something was not done; what is asked in a dialog is answered there. */
export function StoreFailure({ store }: { readonly store: ModuleStoreRef }) {
  const failure = useSelector(store, ({ context }) => (context.asked === null ? context.failure : null));
  if (!failure) return null;
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} title={t('modules.store.actFailed')}>
      <FailureText failure={failure} />
    </Alert>
  );
}

/** What went wrong with modules while something else was looked at. */
function UnseenFailures({ store }: { readonly store: ModuleStoreRef }) {
  const modules = useSelector(store, selectUnseen, shallowEqual);
  return modules.map(({ uid, title }) => (
    <Alert
      key={uid}
      color="red"
      role="alert"
      icon={<IconAlertCircle size={18} />}
      title={t('modules.store.unseen', { name: moduleText(title) })}
    >
      <Button size="compact-sm" variant="default" onClick={() => store.send({ type: 'module.chosen', uid })}>
        {t('modules.store.seeWhy')}
      </Button>
    </Alert>
  ));
}
