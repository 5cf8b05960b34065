import '../../kit/form-styles.ts';
import { Drawer } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { selectIsMenuExpanded, type MemberShellRef } from '#machines/members/member-shell.machine';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { t } from '../../base/i18n.ts';
import { MemberMenu, type MemberMenuProps } from './MemberMenu.tsx';

export interface MemberDrawerProps extends Omit<MemberMenuProps, 'onChosen'> {
  readonly shell: MemberShellRef;
}

/** The menu of a narrow window: it keeps the focus, and closes on a choice, Esc and a press beside it. */
export function MemberDrawer({ shell, ...menu }: MemberDrawerProps) {
  const isOpen = useSelector(shell, selectIsMenuExpanded);
  const close = () => shell.send({ type: 'menu.dismissed' });
  return (
    <AdminProvider>
      <Drawer
        opened={isOpen}
        onClose={close}
        size={264}
        title={t('member.shell.navigation')}
        closeButtonProps={{ 'aria-label': t('member.shell.closeMenu') }}
      >
        <MemberMenu {...menu} onChosen={close} />
      </Drawer>
    </AdminProvider>
  );
}
