import { useSelector } from '@xstate/react';
import { selectMember } from '#machines/session/session.machine';
import type { MemberShellRef } from '#machines/members/member-shell.machine';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';
import { useMenuControl } from '../../kit/menu/menu-control.ts';
import { Avatar, displayName } from '../base/Avatar.tsx';
import classes from './shell.module.css';

const AvatarMenuItems = lazyView(async () => (await import('./AvatarMenuItems.tsx')).AvatarMenuItems);

/** Who is signed in, what the server puts beside it, and the way out. */
export function AvatarMenu({ shell }: { readonly shell: MemberShellRef }) {
  const { memberSession } = useApp();
  const { menu, button, buttonProps } = useMenuControl('memberMenu', 'menu');
  const member = useSelector(memberSession, selectMember);
  if (!member) return null;
  const name = displayName(member);
  return (
    <>
      <button ref={button} type="button" className={classes.account} aria-label={`${t('member.shell.account')} ${name}`} {...buttonProps}>
        <Avatar member={member} sizePx={28} />
        <span className={classes.accountName}>{name}</span>
      </button>
      <LazyDialog isOpen={menu.isOpen}>
        <AvatarMenuItems {...menu} shell={shell} />
      </LazyDialog>
    </>
  );
}
