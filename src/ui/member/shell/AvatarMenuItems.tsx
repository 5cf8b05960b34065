import '../../kit/form-styles.ts';
import { Menu } from '@mantine/core';
import { IconFlag, IconHome, IconLogout } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { MenuItem } from '#domain/shell/menu';
import { selectMemberStart, type MemberShellRef } from '#machines/members/member-shell.machine';
import { selectMember } from '#machines/session/session.machine';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { useApp } from '../../base/app-context.ts';
import { t, text } from '../../base/i18n.ts';
import { useReportProblem } from '../../base/use-report-problem.ts';
import type { LazyMenuProps } from '../../kit/menu/menu-control.ts';
import { MenuAnchor } from '../../kit/menu/MenuAnchor.tsx';
import { MenuIcon } from '../../kit/menu/MenuIcon.tsx';
import { displayName } from '../base/Avatar.tsx';
import classes from './shell.module.css';

const leavesIn = (items: readonly MenuItem[]): readonly MenuItem[] =>
  items.flatMap((item) => (item.kind === 'directory' ? leavesIn(item.children) : [item]));

/** What the avatar opens. Source: wire protocol §3.5, "nav_user_menu". */
export function AvatarMenuItems({ isOpen, button, onClose, shell }: LazyMenuProps & { readonly shell: MemberShellRef }) {
  const { memberSession, navigation } = useApp();
  const member = useSelector(memberSession, selectMember);
  const start = useSelector(shell, selectMemberStart);
  const reportProblem = useReportProblem();
  if (!member) return null;
  const open = ({ kind, path }: MenuItem) => {
    if (kind === 'link') window.open(path, '_blank', 'noopener,noreferrer');
    else if (kind === 'unrecognized') navigation.send({ type: 'navigation.refused', failure: 'unrecognizedMenuType' });
    else navigation.send({ type: 'navigation.requested', to: path, mode: 'push' });
  };
  return (
    <AdminProvider>
      <Menu opened={isOpen} onClose={onClose} position="bottom-end" width={220}>
        <Menu.Target>
          <MenuAnchor button={button} />
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.who}>
            <strong>{displayName(member)}</strong>
            <span>{member.username}</span>
          </div>
          <Menu.Divider />
          {leavesIn(start?.avatarMenu ?? []).map((item) => (
            <Menu.Item key={item.id} leftSection={<MenuIcon name={item.icon} sizePx={16} />} onClick={() => open(item)}>
              {text(item.title)}
            </Menu.Item>
          ))}
          <Menu.Item
            leftSection={<IconHome size={16} />}
            onClick={() => navigation.send({ type: 'navigation.requested', to: '/', mode: 'push' })}
          >
            {t('member.shell.home')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFlag size={16} />} onClick={() => reportProblem()}>
            {t('common.action.report')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => memberSession.send({ type: 'session.signOutRequested' })}>
            {t('common.action.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </AdminProvider>
  );
}
