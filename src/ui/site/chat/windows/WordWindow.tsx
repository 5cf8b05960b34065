import { useSelector } from '@xstate/react';
import { useId, type FormEvent } from 'react';
import { FOLDER_LENGTH, TITLE_LENGTH } from '#domain/chat/answer';
import type { ChatWindow } from '#machines/chat/chat-window.logic';
import { selectConversationList } from '#machines/chat/conversations.machine';
import { t } from '../../../base/i18n.ts';
import { PlainField } from '../../../kit/form/PlainField.tsx';
import buttons from '../../../kit/plain-button.module.css';
import { useChat } from '../base/chat-context.ts';
import { WindowFrame } from './WindowFrame.tsx';
import classes from './windows.module.css';

interface Props {
  readonly kind: 'rename' | 'move';
  readonly conversation: Exclude<Extract<ChatWindow, { readonly conversation: unknown }>['conversation'], string>;
  readonly onClose: () => void;
}

/** Another name, or another folder: one that is there is offered while it is typed. */
export function WordWindow({ kind, conversation: { uuid, chatTitle, chatFolder }, onClose }: Props) {
  const { conversations } = useChat();
  const folders = useSelector(conversations, selectConversationList)?.folders ?? [];
  const list = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('word');
    const word = typeof typed === 'string' ? typed.trim() : '';
    const deed = kind === 'rename' ? ({ kind, uuid, chatTitle: word } as const) : ({ kind, uuid, chatFolder: word } as const);
    conversations.send({ type: 'conversations.deedRequested', deed });
    onClose();
  };
  const isRename = kind === 'rename';
  return (
    <WindowFrame kind={kind} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <p className={classes.text}>{t(`chatWindows.${kind}.hint`)}</p>
        <PlainField
          label={t(`chatWindows.${kind}.label`)}
          error={undefined}
          name="word"
          defaultValue={isRename ? chatTitle : chatFolder}
          maxLength={isRename ? TITLE_LENGTH : FOLDER_LENGTH}
          autoComplete="off"
          data-autofocus
          {...(!isRename && { list })}
        />
        {!isRename && (
          <datalist id={list}>
            {folders.map(({ chatFolder: folder }) => (
              <option key={folder} value={folder}>
                {folder}
              </option>
            ))}
          </datalist>
        )}
        <div className={classes.buttons}>
          <button type="button" className={buttons.secondary} onClick={onClose}>
            {t('common.action.cancel')}
          </button>
          <button type="submit" className={buttons.primary}>
            {t(`chatWindows.${kind}.done`)}
          </button>
        </div>
      </form>
    </WindowFrame>
  );
}
