import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { partsOf, selectChatFailure, selectChatView, selectOffer, type ChatParts, type ChatRef } from '#machines/chat/chat.machine';
import { useBundle } from '../../base/lazy-bundles.ts';
import { t } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { EmptyState } from '../../kit/feedback/EmptyState.tsx';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import { LoadingBlock } from '../../kit/feedback/LoadingBlock.tsx';
import buttons from '../../kit/plain-button.module.css';
import { ChatContext } from './chat-context.ts';
import { ChatFrame } from './ChatFrame.tsx';
import { ChatRoom } from './ChatRoom.tsx';

/** The chat of visitors and members. Source: specification §1, "AI chat"; open content, "Chat page". */
export function ChatPage() {
  return (
    <Suspense fallback={<LoadingBlock />}>
      <Chat />
    </Suspense>
  );
}

const isSame = (one: ChatParts | null, other: ChatParts | null): boolean =>
  one?.thread === other?.thread && one?.composer === other?.composer && one?.conversations === other?.conversations;

function Chat() {
  const bundle = useBundle('chat');
  const chat: ChatRef = useLeafActor(bundle.chat, { id: 'chat', input: bundle.placeNow() });
  const view = useSelector(chat, selectChatView);
  const offer = useSelector(chat, selectOffer);
  const parts = useSelector(chat, partsOf, isSame);
  if (view === 'ready' && offer && parts) {
    return (
      <ChatContext value={{ ...parts, chat, offer, bundle }}>
        <ChatRoom />
      </ChatContext>
    );
  }
  return (
    <ChatFrame>
      {view === 'closed' && <EmptyState level={1} title={t('chatPage.page.off')} text={t('chatPage.page.offHint')} />}
      {view === 'failed' && <Failed chat={chat} />}
      {(view === 'starting' || view === 'ready') && <LoadingBlock />}
    </ChatFrame>
  );
}

function Failed({ chat }: { readonly chat: ChatRef }) {
  const failure = useSelector(chat, selectChatFailure);
  return (
    <EmptyState level={1} title={t('chatPage.page.failed')} text={failure && <FailureText failure={failure} />}>
      <button type="button" className={buttons.primary} onClick={() => chat.send({ type: 'chat.retried' })}>
        {t('common.action.retry')}
      </button>
    </EmptyState>
  );
}
