import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { withAllSections } from '#actors/base/resource-book';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import { useLogics } from '../../../base/lazy-bundles.ts';
import { loadMessages, t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { LazyDialog } from '../../../kit/dialogs/LazyDialog.tsx';
import { ToolButton } from '../../../kit/ToolButton.tsx';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';

const CommandPalette = lazyView(async () => {
  const [{ CommandPalette: view }] = await Promise.all([
    withAllSections(import('./CommandPalette.tsx')),
    loadMessages(['palette', 'resources']),
  ]);
  return view;
});

interface PaletteButtonProps {
  readonly onLayout: () => void;
  /** Where the header is out of sight, the keys alone open the palette. */
  readonly isHidden?: boolean;
}

/** Opens the command palette, also by Ctrl+K or ⌘K from wherever one types. */
export function PaletteButton({ onLayout, isHidden = false }: PaletteButtonProps) {
  const palette = useLeafActor(disclosureMachine, { id: 'palette' });
  const isOpen = useSelector(palette, selectIsOpen);
  const { bundles } = useLogics();
  // Whoever opens it by the keys goes on typing at once: its code is asked for when the first of them is down.
  const prepare = () => void Promise.all([CommandPalette.preload(), bundles.palette()]).catch(() => null);
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Control' || key === 'Meta') prepare();
  });
  useHotkeys([['mod+K', () => palette.send({ type: isOpen ? 'disclosure.closed' : 'disclosure.opened' })]], []);
  return (
    <>
      {!isHidden && (
        <ToolButton
          label={t('admin.shell.palette')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-keyshortcuts="Control+K Meta+K"
          onPointerEnter={prepare}
          onClick={() => palette.send({ type: 'disclosure.opened' })}
        >
          <IconSearch size={19} stroke={1.75} aria-hidden="true" />
        </ToolButton>
      )}
      <LazyDialog isOpen={isOpen}>
        <CommandPalette disclosure={palette} onLayout={onLayout} />
      </LazyDialog>
    </>
  );
}
