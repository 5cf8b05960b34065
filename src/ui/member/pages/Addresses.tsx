import { useSelector } from '@xstate/react';
import { maskedAddress, type Channel } from '#domain/members/channel';
import { openable } from '#machines/base/openable';
import { selectMember } from '#machines/session/session.machine';
import { useApp } from '../../base/app-context.ts';
import { loadMessages, t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';
import buttons from '../../kit/plain-button.module.css';
import classes from './pages.module.css';

const BindDialog = lazyView(async () => {
  // The field for its codes is that of the sign-in page.
  const [{ BindDialog: View }] = await Promise.all([import('./BindDialog.tsx'), loadMessages(['entryForms'])]);
  return View;
});

const CHANNELS = ['email', 'mobile'] as const;
/** Which address is being changed, and the how-manieth change it is: each begins anew. */
const bindWindowLogic = openable<'bindWindow', { readonly channel: Channel; readonly turn: number }>('bindWindow', {
  channel: 'email',
  turn: 0,
});

/** The addresses of the account, as far as they are shown, and the way to others. */
export function Addresses() {
  const { memberSession } = useApp();
  const member = useSelector(memberSession, selectMember);
  const opening = useLeafActor(bindWindowLogic, { id: 'bindWindow' });
  const { isOpen, shown } = useSelector(opening, (snapshot) => snapshot.context);
  if (!member) return null;
  return (
    <section className={classes.card}>
      <h2 className={classes.cardTitle}>{t('memberPages.profile.addresses')}</h2>
      <ul className={classes.lines}>
        {CHANNELS.map((channel) => {
          const address = member[channel];
          return (
            <li key={channel}>
              <span className={classes.what}>{t(`memberPages.profile.${channel}`)}</span>
              <span className={classes.address}>{address ? maskedAddress(channel, address) : t('memberPages.profile.none')}</span>
              <button
                type="button"
                className={buttons.secondary}
                aria-label={t(address ? `memberPages.bind.${channel}Title` : `memberPages.bind.${channel}New`)}
                onClick={() => opening.send({ type: 'bindWindow.opened', shown: { channel, turn: shown.turn + 1 } })}
              >
                {t(address ? 'memberPages.profile.change' : 'memberPages.profile.bind')}
              </button>
            </li>
          );
        })}
      </ul>
      <LazyDialog isOpen={isOpen}>
        <BindDialog
          key={shown.turn}
          isOpen={isOpen}
          channel={shown.channel}
          oldAddress={member[shown.channel]}
          onClose={() => opening.send({ type: 'bindWindow.closed' })}
        />
      </LazyDialog>
    </section>
  );
}
