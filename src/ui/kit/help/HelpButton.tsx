import { IconHelp } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { disclosureMachine, selectIsOpen, type DisclosureRef } from '#machines/base/disclosure.machine';
import { t } from '../../base/i18n.ts';
import type { LazyView } from '../../base/lazy-view.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { LazyDialog } from '../dialogs/LazyDialog.tsx';
import { ToolButton } from '../ToolButton.tsx';

export interface HelpButtonProps {
  /** What it opens, with the look of its area. */
  readonly Drawer: LazyView<{ readonly drawer: DisclosureRef }>;
}

/** Opens the article of the page that is shown. */
export function HelpButton({ Drawer }: HelpButtonProps) {
  const drawer = useLeafActor(disclosureMachine, { id: 'helpDrawer' });
  const isOpen = useSelector(drawer, selectIsOpen);
  return (
    <>
      <ToolButton
        label={t('common.action.help')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => drawer.send({ type: isOpen ? 'disclosure.closed' : 'disclosure.opened' })}
      >
        <IconHelp size={19} stroke={1.75} aria-hidden="true" />
      </ToolButton>
      <LazyDialog isOpen={isOpen}>
        <Drawer drawer={drawer} />
      </LazyDialog>
    </>
  );
}
