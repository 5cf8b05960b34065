import '../../form-styles.ts';
import { Popover } from '@mantine/core';
import type { LazyMenuProps } from '../../menu/menu-control.ts';
import { MenuAnchor } from '../../menu/MenuAnchor.tsx';
import { SavedViewsPanel, type SavedViewsPanelProps } from './SavedViewsPanel.tsx';

type SavedViewsPopoverProps = LazyMenuProps & Omit<SavedViewsPanelProps, 'onChosen'>;

/** What the button of the views opens. */
export function SavedViewsPopover({ isOpen, button, onClose, ...panel }: SavedViewsPopoverProps) {
  return (
    <Popover
      opened={isOpen}
      onChange={onClose}
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
      withinPortal
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <MenuAnchor button={button} />
      </Popover.Target>
      <Popover.Dropdown>
        <SavedViewsPanel {...panel} onChosen={onClose} />
      </Popover.Dropdown>
    </Popover>
  );
}
