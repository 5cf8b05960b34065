import { useSelector } from '@xstate/react';
import { chosenAvatar } from '#domain/session/default-avatar';
import { selectTerminal } from '#machines/app/app.machine';
import { selectHasDot } from '#machines/terminal/terminal-dot';
import { selectAdmin } from '#machines/session/session.machine';
import { useApp } from '../../../base/app-context.ts';
import { t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { useMenuControl } from '../../../kit/menu/menu-control.ts';
import { LazyDialog } from '../../../kit/dialogs/LazyDialog.tsx';
import classes from '../../base/Header.module.css';
import type { AccountMenuProps } from './AccountMenuItems.tsx';

const AccountMenuItems = lazyView(async () => (await import('./AccountMenuItems.tsx')).AccountMenuItems);

/** Who is signed in, the way out, and the tools for which the header has no room. */
export function AccountMenu(props: AccountMenuProps) {
  const { adminSession, app } = useApp();
  const hasOutput = useSelector(useSelector(app, selectTerminal), selectHasDot);
  const { menu, button, buttonProps } = useMenuControl('accountMenu', 'menu');
  const person = useSelector(adminSession, selectAdmin);
  if (!person) return null;
  const name = person.nickname || person.username;
  // The picture that stands in for one says less than a letter.
  const picture = chosenAvatar(person.avatar) ? (
    <img className={classes.avatar} src={person.avatar} alt="" width={28} height={28} />
  ) : (
    <span className={classes.avatar} data-initial={String.fromCodePoint(name.codePointAt(0) ?? 32).toUpperCase()} aria-hidden="true" />
  );
  return (
    <>
      <button ref={button} type="button" className={classes.account} aria-label={`${t('admin.shell.account')} ${name}`} {...buttonProps}>
        <span className={classes.dotted} data-dot={hasOutput || undefined}>
          {picture}
        </span>
        <span className={classes.accountName}>{name}</span>
      </button>
      <LazyDialog isOpen={menu.isOpen}>
        <AccountMenuItems {...menu} {...props} />
      </LazyDialog>
    </>
  );
}
