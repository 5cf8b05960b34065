import { IconHelp } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectIsOpen, type DisclosureRef } from '#machines/base/disclosure.machine';
import { t } from '../../base/i18n.ts';
import type { LazyView } from '../../base/lazy-view.tsx';
import { LazyDialog } from '../dialogs/LazyDialog.tsx';
import { ToolButton } from '../ToolButton.tsx';

export interface HelpToolProps {
  readonly drawer: DisclosureRef;
  /** What it opens, with the look of its area. */
  readonly Drawer: LazyView<{ readonly drawer: DisclosureRef }>;
}

/** The button of a drawer that something else may open as well. */
export function HelpTool({ drawer, Drawer }: HelpToolProps) {
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
