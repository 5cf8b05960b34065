import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { use } from 'react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectAreSharesKnown, selectShares, selectSharesFailure } from '#machines/chat/shares.machine';
import { t } from '../../../base/i18n.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { FailureText } from '../../../kit/feedback/FailureText.tsx';
import { Spinner } from '../../../kit/feedback/Spinner.tsx';
import buttons from '../../../kit/plain-button.module.css';
import { ToolButton } from '../../../kit/ToolButton.tsx';
import { useChat } from '../base/chat-context.ts';
import { SiteTime } from '../base/SiteTime.tsx';
import { WindowFrame } from './WindowFrame.tsx';
import classes from './windows.module.css';

interface Props {
  readonly conversation: string;
  /** The answer that a new copy ends with; null for the end of what is shown. */
  readonly message: string | null;
  readonly onClose: () => void;
}

/** Who has the address reads the conversation as it was when it was shared; each copy can be taken away. */
export function ShareWindow({ conversation, message, onClose }: Props) {
  const { bundle } = useChat();
  const shares = useLeafActor(use(bundle.windows()).shares, { id: 'chatShares', input: { conversation, message } });
  const list = useSelector(shares, selectShares);
  const failure = useSelector(shares, selectSharesFailure);
  const isBusy = useSelector(shares, selectIsBusy);
  const isKnown = useSelector(shares, selectAreSharesKnown);
  const addressOf = (share: string) => globalThis.location.origin + bundle.sharedHref(share);
  return (
    <WindowFrame kind="share" isHeld={isBusy && isKnown} onClose={onClose}>
      <div className={classes.form}>
        <p className={classes.text}>{t(message === null ? 'chatWindows.share.hint' : 'chatWindows.share.hintHere')}</p>
        <ul className={classes.shares} aria-busy={isBusy} aria-label={t('chatWindows.share.list')}>
          {list.map(({ share, createTime, messages }) => (
            <li key={share}>
              <a href={bundle.sharedHref(share)} target="_blank" rel="noreferrer">
                <SiteTime at={createTime} />
                {messages > 0 && <> · {t('chatWindows.share.messages', { count: messages })}</>}
              </a>
              <ToolButton label={t('chatWindows.share.copy')} onClick={() => bundle.copy(addressOf(share))}>
                <IconCopy size={16} stroke={1.75} aria-hidden="true" />
              </ToolButton>
              <ToolButton
                label={t('chatWindows.share.remove')}
                disabled={isBusy}
                onClick={() => shares.send({ type: 'shares.removed', share })}
              >
                <IconTrash size={16} stroke={1.75} aria-hidden="true" />
              </ToolButton>
            </li>
          ))}
        </ul>
        {isKnown && list.length === 0 && !isBusy && <p className={classes.text}>{t('chatWindows.share.none')}</p>}
        {!isKnown && isBusy && <Spinner />}
        {failure && (
          <p className={classes.failure} role="alert">
            <FailureText failure={failure} />
          </p>
        )}
        <div className={classes.buttons}>
          {isKnown || isBusy ? (
            <button type="button" className={buttons.primary} aria-disabled={isBusy} onClick={() => shares.send({ type: 'shares.added' })}>
              {t('chatWindows.share.add')}
            </button>
          ) : (
            <button type="button" className={buttons.primary} onClick={() => shares.send({ type: 'shares.retried' })}>
              {t('common.action.retry')}
            </button>
          )}
        </div>
      </div>
    </WindowFrame>
  );
}
