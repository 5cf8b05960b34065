import { useSelector } from '@xstate/react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectDisavowalFailure, selectDisavowalIsEnded, type DisavowalRef } from '#machines/members/disavowal.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { t } from '../../base/i18n.ts';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import { takeFocus } from '../../kit/take-focus.ts';
import buttons from '../../kit/plain-button.module.css';
import pages from '../pages/pages.module.css';
import safety from './safety.module.css';

interface NotMeProps {
  readonly disavowal: DisavowalRef;
  /** The address of the page that sets a new password; null where the member's group has none. */
  readonly passwordPath: string | null;
  /** It has come in the place of what had the keyboard. */
  readonly takesFocus?: boolean;
}

/** "This was not me": the way to end every other sign-in, and on to a new password. */
export function NotMe({ disavowal, passwordPath, takesFocus = false }: NotMeProps) {
  const isAsking = useSelector(disavowal, (snapshot) => snapshot.hasTag('asking'));
  const isBusy = useSelector(disavowal, selectIsBusy);
  const isEnded = useSelector(disavowal, selectDisavowalIsEnded);
  const failure = useSelector(disavowal, selectDisavowalFailure);
  if (isEnded)
    return (
      <div ref={takesFocus ? takeFocus : null} className={pages.notice} role="alert" tabIndex={-1}>
        <p>{t('safety.security.ended')}</p>
        {passwordPath && (
          <AppLink to={passwordPath} className={buttons.primary}>
            {t('member.overview.changePassword')}
          </AppLink>
        )}
      </div>
    );
  return (
    <>
      <p className={safety.asked}>
        <span>{t('safety.security.unknown')}</span>
        <button
          ref={takesFocus && !isAsking ? takeFocus : null}
          type="button"
          className={buttons.secondary}
          onClick={() => disavowal.send({ type: 'disavowal.requested' })}
        >
          {t('safety.security.notMe')}
        </button>
      </p>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('safety.security.notMeTitle')}
        confirm={{
          label: t('safety.security.notMeConfirm'),
          isDanger: true,
          isBusy,
          onConfirm: () => disavowal.send({ type: 'disavowal.confirmed' }),
        }}
        onCancel={() => disavowal.send({ type: 'disavowal.cancelled' })}
      >
        {t('safety.security.notMeHint')}
        {failure && (
          <p role="alert">
            <FailureText failure={failure} />
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}
