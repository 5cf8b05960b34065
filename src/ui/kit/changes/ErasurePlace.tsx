import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { erasureWindowLogic } from '#machines/changes/change-windows.logic';
import type { ErasureInput } from '#machines/changes/erasure.machine';
import { lazyView } from '../../base/lazy-view.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { LazyDialog } from '../dialogs/LazyDialog.tsx';
import { ErasureContext } from './erasure-context.ts';

const ErasureDialog = lazyView(async () => (await import('./ErasureDialog.tsx')).ErasureDialog);

interface ErasurePlaceProps {
  /** Whoever shows the versions: it is told once they are empty. */
  readonly list: ErasureInput['list'];
  readonly children: ReactNode;
}

/** Where what records were can be erased. The dialog stands beside the versions, and stays when they are gone: it shows what was done. */
export function ErasurePlace({ list, children }: ErasurePlaceProps) {
  const window = useLeafActor(erasureWindowLogic, { id: 'erasureWindow' });
  const isOpen = useSelector(window, (snapshot) => snapshot.context.isOpen);
  return (
    <ErasureContext value={window}>
      {children}
      <LazyDialog isOpen={isOpen}>
        <ErasureDialog window={window} list={list} />
      </LazyDialog>
    </ErasureContext>
  );
}
