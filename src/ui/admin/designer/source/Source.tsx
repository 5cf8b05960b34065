import { ActionIcon, Drawer, Tooltip } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { selectTerminal } from '#machines/app/app.machine';
import { selectDeclaration } from '#machines/designer/section-designer.selectors';
import { selectEjectionIsOpen } from '#machines/designer/ejection.machine';
import { useApp } from '../../../base/app-context.ts';
import { t } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { useDesigning } from '../base/designer-context.ts';

const SourcePanel = lazyView(async () => (await import('./SourcePanel.tsx')).SourcePanel);

/** The section as source, beside the desk. */
export function Source() {
  const { designer } = useDesigning();
  const { ejection: logic } = useBundle('designer');
  const { name } = useSelector(designer, selectDeclaration);
  const ejection = useLeafActor(logic, { id: `ejection:${name}`, input: { name } });
  const terminal = useSelector(useApp().app, selectTerminal);
  const opens = terminal && { openTerminal: () => terminal.send({ type: 'terminal.opened' }) };
  const isOpen = useSelector(ejection, selectEjectionIsOpen);
  return (
    <>
      <Tooltip label={t('designer.source.title')}>
        <ActionIcon size="lg" aria-label={t('designer.source.title')} onClick={() => ejection.send({ type: 'source.opened' })}>
          <IconCode size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Drawer
        opened={isOpen}
        onClose={() => ejection.send({ type: 'source.closed' })}
        position="right"
        size={640}
        title={t('designer.source.title')}
        closeButtonProps={{ 'aria-label': t('common.action.close') }}
      >
        <Suspense>{isOpen && <SourcePanel ejection={ejection} {...opens} />}</Suspense>
      </Drawer>
    </>
  );
}
