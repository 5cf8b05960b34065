import { IconPencil } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { ChatAttachment } from '#domain/chat/attachment';
import type { BranchMessage } from '#domain/chat/branch';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import type { HeldAttachment } from '#machines/chat/attachments.machine';
import { loadMessages, t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { ToolButton } from '../../../kit/ToolButton.tsx';
import { useChat, useMessageText } from '../base/chat-context.ts';
import { Composer } from '../composer/Composer.tsx';
import { RemoveButton } from './RemoveButton.tsx';
import { useConversation } from '../base/use-conversation.ts';
import { VersionSwitch } from './VersionSwitch.tsx';
import classes from '../base/messages.module.css';

// Most questions have none.
const QuestionFiles = lazyView(
  async () => (await Promise.all([import('./QuestionFiles.tsx'), loadMessages(['chatWindows'])]))[0].QuestionFiles,
);

/** A question; edited, it becomes another version beside this one. */
export function QuestionMessage({ message }: { readonly message: BranchMessage }) {
  const { text, attachments } = useMessageText(message.uuid);
  const editing = useLeafActor(disclosureMachine, { id: 'chatEdit' });
  const isEditing = useSelector(editing, selectIsOpen);
  const close = () => editing.send({ type: 'disclosure.closed' });
  return (
    <article className={classes.question} aria-label={t('chatThread.message.you')}>
      {isEditing ? (
        <EditBox message={message.uuid} text={text} attachments={attachments} onCancel={close} />
      ) : (
        <>
          {attachments.length > 0 && (
            <Suspense fallback={null}>
              <QuestionFiles files={attachments} />
            </Suspense>
          )}
          <div className={classes.bubble}>{text}</div>
          <div className={classes.tools}>
            <VersionSwitch message={message} />
            <ToolButton label={t('chatThread.message.edit')} onClick={() => editing.send({ type: 'disclosure.opened' })}>
              <IconPencil size={16} stroke={1.75} aria-hidden="true" />
            </ToolButton>
            <RemoveButton message={message} />
          </div>
        </>
      )}
    </article>
  );
}

/** A file that goes with the next version as well. */
const heldOf = ({ uuid, fileName, sizeBytes, kind }: ChatAttachment): HeldAttachment => ({
  uuid,
  fileId: uuid,
  fileName,
  sizeBytes,
  kind,
  state: 'stored',
  issue: null,
  failure: null,
});

interface EditBoxProps {
  readonly message: string;
  readonly text: string;
  readonly attachments: readonly ChatAttachment[];
  readonly onCancel: () => void;
}

function EditBox({ message, text, attachments, onCancel }: EditBoxProps) {
  const { bundle, chat, offer } = useChat();
  const conversation = useConversation();
  const composer = useLeafActor(bundle.composer, {
    id: 'chatComposer',
    input: {
      owner: chat,
      conversation,
      edited: message,
      chatText: text,
      asked: null,
      limit: offer.inputCharacters,
      messagesLeft: null,
      files: attachments.map(heldOf),
    },
  });
  return (
    <div className={classes.edit}>
      <Composer composer={composer} onCancel={onCancel} />
    </div>
  );
}
