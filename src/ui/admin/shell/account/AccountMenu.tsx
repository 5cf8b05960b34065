import { useSelector } from '@xstate/react';
import { chosenAvatar } from '#domain/session/default-avatar';
import { selectAdmin } from '#machines/session/session.machine';
import { useApp } from '../../../base/app-context.ts';
import { t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { useMenuControl } from '../../../kit/menu/menu-control.ts';
import { LazyDialog } from '../../../kit/dialogs/LazyDialog.tsx';
import classes from '../../base/Header.module.css';

const AccountMenuItems = lazyView(async () => (await import('./AccountMenuItems.tsx')).AccountMenuItems);

/** Who is signed in, and the way out. */
export function AccountMenu({ onLayout }: { readonly onLayout: () => void }) {
  const { adminSession } = useApp();
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
        {picture}
        <span className={classes.accountName}>{name}</span>
      </button>
      <LazyDialog isOpen={menu.isOpen}>
        <AccountMenuItems {...menu} onLayout={onLayout} />
      </LazyDialog>
    </>
  );
}
