import { Button } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { use } from 'react';
import type { ErasureInput } from '#machines/changes/erasure.machine';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import { selectStart } from '#machines/shell/admin-shell.machine';
import { t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { ShellContext } from '../../base/shell-context.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { LazyDialog } from '../dialogs/LazyDialog.tsx';

const ErasureDialog = lazyView(async () => (await import('./ErasureDialog.tsx')).ErasureDialog);

interface EraseButtonProps {
  readonly resource: string;
  readonly id: number;
  /** What the record is called. */
  readonly title: string;
  readonly list: ErasureInput['list'];
}

/** The way to take everything that a record was out of the journal; super administrators alone have it. */
export function EraseButton({ resource, id, title, list }: EraseButtonProps) {
  const isSuper = useSelector(
    use(ShellContext) ?? undefined,
    (snapshot) => snapshot !== undefined && selectStart(snapshot)?.admin.super === true,
  );
  const window = useLeafActor(disclosureMachine, { id: `eraseWindow:${resource}:${id}` });
  const isOpen = useSelector(window, selectIsOpen);
  if (!isSuper) return null;
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        leftSection={<IconEraser size={14} aria-hidden />}
        aria-haspopup="dialog"
        aria-label={t('changes.erasure.openLabel', { title })}
        onClick={() => window.send({ type: 'disclosure.opened' })}
      >
        {t('changes.erasure.open')}
      </Button>
      <LazyDialog isOpen={isOpen}>
        <ErasureDialog window={window} resource={resource} id={id} list={list} />
      </LazyDialog>
    </>
  );
}
