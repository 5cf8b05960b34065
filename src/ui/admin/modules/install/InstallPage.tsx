import { ActionIcon, Alert, Button, Loader, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Loader.layer.css';
import { IconAlertCircle, IconArrowLeft } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { actFor } from '#domain/modules/store-module';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectModuleInstallHasFailed,
  selectModuleInstallIsApplying,
  selectModuleInstallIsDescribed,
  selectModuleInstallIsInstalled,
  selectModuleInstallIsPlanning,
  selectModuleInstallIsRefused,
  selectModuleInstallIsResuming,
  selectModuleInstallIsReviewing,
  selectStage,
  type ModuleInstallRef,
} from '#machines/modules/module-install.machine';
import { selectModule } from '#machines/modules/module-store.machine';
import { t } from '../../../base/i18n.ts';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { ReadFailed } from '../../../kit/feedback/ReadFailed.tsx';
import { FailureText } from '../../../kit/feedback/FailureText.tsx';
import { takeLostFocus } from '../../../kit/take-focus.ts';
import { moduleText } from '../base/module-words.ts';
import { ModuleMark, StateBadges } from '../base/ModuleMark.tsx';
import { ModuleMenu } from '../base/ModuleMenu.tsx';
import { StoreFailure } from '../start/StorePage.tsx';
import { InstalledPage } from './InstalledPage.tsx';
import { PackagePage } from './PackagePage.tsx';
import type { InstallProps } from './install-props.ts';
import { PlanPage } from './PlanPage.tsx';
import { Stages } from './Stages.tsx';
import classes from './install.module.css';

/** One module: what is in its package, what installing would do, and how it goes. */
export function InstallPage({ store, install }: InstallProps) {
  const uid = useSelector(install, ({ context }) => context.uid);
  const module = useSelector(store, selectModule(uid));
  const isBusy = useSelector(install, selectIsBusy);
  // What is installed, and only looked at, is on no way.
  const isAtRest = useSelector(install, selectStage) === 'look' && module !== undefined && module.version !== null;
  return (
    <div className={classes.page} aria-busy={isBusy}>
      <header className={classes.header}>
        <ActionIcon size="lg" aria-label={t('modules.install.back')} onClick={() => store.send({ type: 'module.left' })}>
          <IconArrowLeft size={20} aria-hidden />
        </ActionIcon>
        {module && <ModuleMark icon={module.icon} />}
        <div className={classes.names}>
          <h1 ref={takeLostFocus} tabIndex={-1} className={classes.title}>
            {module ? moduleText(module.title) : uid}
          </h1>
          {module && (
            <div className={classes.badges}>
              <span className={classes.soft}>{module.author}</span>
              <StateBadges module={module} />
            </div>
          )}
        </div>
        {module && module.version !== null && <ModuleMenu store={store} module={module} />}
      </header>
      {!isAtRest && <Stages install={install} />}
      <StoreFailure store={store} />
      <Places store={store} install={install} />
    </div>
  );
}

type Place = 'reading' | 'package' | 'planning' | 'plan' | 'applying' | 'asking' | 'installed' | 'refused' | 'failed';

function placeOf(snapshot: ReturnType<ModuleInstallRef['getSnapshot']>): Place {
  if (selectModuleInstallIsDescribed(snapshot)) return 'package';
  if (selectModuleInstallIsPlanning(snapshot)) return 'planning';
  if (selectModuleInstallIsReviewing(snapshot)) return 'plan';
  if (selectModuleInstallIsApplying(snapshot)) return 'applying';
  if (selectModuleInstallIsResuming(snapshot)) return 'asking';
  if (selectModuleInstallIsInstalled(snapshot)) return 'installed';
  if (selectModuleInstallIsRefused(snapshot)) return 'refused';
  return selectModuleInstallHasFailed(snapshot) ? 'failed' : 'reading';
}

/** Each place stands where the one before has stood, and so does the keyboard. */
function Places({ store, install }: InstallProps) {
  const place = useSelector(install, placeOf);
  const stage = useSelector(install, selectStage);
  return (
    <section key={place} ref={takeLostFocus} tabIndex={-1} className={classes.place} aria-label={t(`modules.stage.${stage}`)}>
      <Place place={place} store={store} install={install} />
    </section>
  );
}

function Place({ place, store, install }: InstallProps & { readonly place: Place }) {
  switch (place) {
    case 'reading':
      return <Skeleton height={280} radius="lg" aria-label={t('modules.install.reading')} />;
    case 'package':
      return <PackagePage store={store} install={install} />;
    case 'planning':
      return <Waiting title={t('modules.install.planning')} text={t('modules.install.planningText')} />;
    case 'plan':
      return <PlanPage install={install} />;
    case 'applying':
      return <Waiting title={t('modules.install.applying')} text={t('modules.install.applyingText')} />;
    case 'asking':
      return <Waiting title={t('modules.install.asking')} text={t('modules.install.askingText')} />;
    case 'installed':
      return <InstalledPage store={store} install={install} />;
    case 'refused':
      return <Refused store={store} install={install} />;
    case 'failed':
      return <Failed install={install} />;
    default:
      return place satisfies never;
  }
}

const Waiting = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <output className={classes.waiting}>
    <EmptyState level={2} icon={<Loader size={28} />} title={title} text={text} />
  </output>
);

/** The server's sentence; nothing was changed. */
function Refused({ store, install }: InstallProps) {
  const { uid, version } = useSelector(install, ({ context }) => context);
  const act = useSelector(store, (snapshot) => {
    const module = selectModule(uid)(snapshot);
    return module ? actFor(module, version) : null;
  });
  const failure = useSelector(install, ({ context }) => context.failure);
  const isRead = useSelector(install, (snapshot) => snapshot.can({ type: 'module.cancelled' }));
  const canLeave = useSelector(install, (snapshot) => snapshot.can({ type: 'records.chosen', records: 'new' }));
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} title={t('modules.install.refused')}>
      <p className={classes.line}>{failure && <FailureText failure={failure} />}</p>
      <p className={classes.line}>{t('modules.install.unchanged')}</p>
      {isRead && (
        <div className={classes.actions}>
          {act && (
            <Button variant="default" size="compact-sm" onClick={() => install.send({ type: 'plan.requested', act })}>
              {t('modules.install.again')}
            </Button>
          )}
          {canLeave && (
            <Button variant="default" size="compact-sm" onClick={() => install.send({ type: 'records.chosen', records: 'new' })}>
              {t('modules.install.withoutKept')}
            </Button>
          )}
          <Button variant="default" size="compact-sm" onClick={() => install.send({ type: 'module.cancelled' })}>
            {t('modules.install.toPackage')}
          </Button>
        </div>
      )}
    </Alert>
  );
}

function Failed({ install }: Pick<InstallProps, 'install'>) {
  const failure = useSelector(install, ({ context }) => context.failure);
  return <ReadFailed title={t('modules.install.failed')} failure={failure} onRetry={() => install.send({ type: 'module.retried' })} />;
}
