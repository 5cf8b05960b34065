import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconPlus, IconRefresh, IconServer, IconTrash } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { fingerprintText, type StoreRegistry } from '#domain/modules/registry';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectRegistries } from '#machines/modules/module-store.selectors';
import type { ModuleStoreRef } from '#machines/modules/module-store.machine';
import { t } from '../../../base/i18n.ts';
import { timeAttribute, timeText } from '../../../kit/cells/time-text.ts';
import { moduleText } from '../base/module-words.ts';
import { ForgetDialog } from './ForgetDialog.tsx';
import { RegistryDialog } from './RegistryDialog.tsx';
import classes from './store.module.css';

interface ListProps {
  readonly store: ModuleStoreRef;
}

/** Where modules come from: the program itself, and registries elsewhere. */
export function RegistryList({ store }: ListProps) {
  const registries = useSelector(store, selectRegistries);
  const isBusy = useSelector(store, selectIsBusy);
  return (
    <>
      <div className={classes.bar}>
        <p className={classes.text}>{t('modules.registry.text')}</p>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={isBusy}
          onClick={() => store.send({ type: 'registry.addRequested' })}
        >
          {t('modules.registry.add')}
        </Button>
      </div>
      <ul className={classes.entries} aria-label={t('modules.tab.registries')}>
        <li className={classes.entry}>
          <div className={classes.entryText}>
            <h2 className={classes.entryTitle}>
              <IconServer size={18} aria-hidden /> {t('modules.registry.own')}
            </h2>
            <p className={classes.by}>{t('modules.registry.ownText')}</p>
          </div>
        </li>
        {registries.map((one) => (
          <Registry key={one.id} store={store} registry={one} />
        ))}
      </ul>
      <RegistryDialog store={store} />
      <ForgetDialog store={store} />
    </>
  );
}

function Registry({ store, registry }: ListProps & { readonly registry: StoreRegistry }) {
  const { id, address, name, fingerprint, offered, packages, fetchedAt, fault } = registry;
  const isBusy = useSelector(store, selectIsBusy);
  return (
    <li className={classes.entry}>
      <div className={classes.entryText}>
        <h2 className={classes.entryTitle}>{moduleText(name)}</h2>
        <p className={classes.address}>{address}</p>
        <p className={classes.by}>
          {t('modules.registry.packages', { count: packages })} · {t('modules.registry.fetched')}{' '}
          <time dateTime={timeAttribute(fetchedAt)}>{timeText(fetchedAt)}</time>
        </p>
        <p className={classes.print}>
          {t('modules.registry.fingerprint')} <code>{fingerprintText(fingerprint)}</code>
        </p>
      </div>
      <div className={classes.entryActs}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          disabled={isBusy}
          onClick={() => store.send({ type: 'registry.refreshed', id, fingerprint: '' })}
        >
          {t('modules.registry.refresh')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          disabled={isBusy}
          onClick={() => store.send({ type: 'registry.forgotten', id })}
        >
          {t('modules.registry.forget')}
        </Button>
      </div>
      {fault && (
        <Alert
          className={classes.entryNote}
          color="orange"
          icon={<IconAlertTriangle size={18} />}
          title={t(`modules.registry.fault.${fault}`)}
        >
          {t('modules.registry.faultText')}
          {offered !== null && (
            <div className={classes.offered}>
              <p className={classes.compare}>{t('modules.registry.compare')}</p>
              <p className={classes.print}>
                {t('modules.registry.offered')} <code>{fingerprintText(offered)}</code>
              </p>
              <Button
                size="xs"
                variant="default"
                disabled={isBusy}
                onClick={() => store.send({ type: 'registry.refreshed', id, fingerprint: offered })}
              >
                {t('modules.registry.agree')}
              </Button>
            </div>
          )}
        </Alert>
      )}
    </li>
  );
}
