import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { nodePath } from '#domain/rights/permission';
import { pagePathOf } from '#domain/table/resource';
import { selectModule } from '#machines/modules/module-store.machine';
import { useApp } from '../../../base/app-context.ts';
import { t } from '../../../base/i18n.ts';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { moduleText } from '../base/module-words.ts';
import type { InstallProps } from './install-props.ts';
import { moduleLabel } from '../base/module-label.ts';

/** It works; the doors to its sections. */
export function InstalledPage({ store, install }: InstallProps) {
  const { navigation } = useApp();
  const uid = useSelector(install, ({ context }) => context.uid);
  const version = useSelector(install, ({ context }) => context.version);
  const sections = useSelector(install, ({ context }) => context.facts?.sections);
  const module = useSelector(store, selectModule(uid));
  const isPaused = module?.state === 'paused';
  return (
    <EmptyState
      level={2}
      icon={<IconCircleCheck size={36} stroke={1.5} color="var(--tp-success)" />}
      title={t('modules.done.title', { name: module ? moduleText(module.title) : uid, version })}
      text={t(isPaused ? 'modules.done.paused' : 'modules.done.text')}
    >
      {(isPaused ? [] : sections)?.slice(0, 3).map((section) => (
        <Button
          key={section.name}
          variant="default"
          onClick={() => navigation.send({ type: 'navigation.requested', to: nodePath('admin', pagePathOf(section)), mode: 'push' })}
        >
          {t('modules.done.open', { name: moduleLabel(section) })}
        </Button>
      ))}
      <Button variant="subtle" color="gray" onClick={() => store.send({ type: 'module.left' })}>
        {t('modules.install.back')}
      </Button>
    </EmptyState>
  );
}
