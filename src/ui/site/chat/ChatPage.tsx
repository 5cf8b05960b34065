import { useSelector } from '@xstate/react';
import { Suspense, useRef, type ComponentType } from 'react';
import type { ChatBundle } from '#actors/chat/chat.bundle';
import { selectRoute } from '#machines/app/navigation.machine';
import { chatWindowLogic } from '#machines/chat/chat-window.logic';
import { partsOf, selectChatFailure, selectChatView, selectOffer, type ChatParts, type ChatRef } from '#machines/chat/chat.machine';
import { selectPerson } from '#machines/session/session.machine';
import { useApp } from '../../base/app-context.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { loadMessages, t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';
import { EmptyState } from '../../kit/feedback/EmptyState.tsx';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import { LoadingBlock } from '../../kit/feedback/LoadingBlock.tsx';
import buttons from '../../kit/plain-button.module.css';
import { ChatContext, type ChatHandle } from './base/chat-context.ts';
import { ChatFrame, type ChatFrameProps } from './ChatFrame.tsx';
import { ChatRoom } from './ChatRoom.tsx';

/** The chat of visitors and members. Source: specification §1, "AI chat"; open content, "Chat page". */
export function ChatPage() {
  return (
    <Suspense fallback={<LoadingBlock />}>
      <Chat />
    </Suspense>
  );
}

const SharedThread = lazyView(
  async () => (await Promise.all([import('./shared/SharedThread.tsx'), loadMessages(['chatThread', 'chatWindows'])]))[0].SharedThread,
);

function Chat() {
  const bundle = useBundle('chat');
  const { navigation, memberSession } = useApp();
  const person = useSelector(memberSession, (snapshot) => selectPerson(snapshot)?.id);
  const share = useSelector(navigation, (snapshot) => bundle.shareIn(selectRoute(snapshot)?.search ?? ''));
  // Nothing of one stays for another who signs in meanwhile, be it in another tab.
  if (share === null) return <OwnChat key={person} bundle={bundle} />;
  return (
    <ChatFrame>
      <SharedThread key={share} bundle={bundle} share={share} />
    </ChatFrame>
  );
}

function OwnChat({ bundle }: { readonly bundle: ChatBundle }) {
  const chat = useLeafActor(bundle.chat, { id: 'chat', input: bundle.placeNow() });
  return <ChatDesk chat={chat} bundle={bundle} Frame={ChatFrame} />;
}

const isSame = (one: ChatParts | null, other: ChatParts | null): boolean =>
  one?.thread === other?.thread && one?.composer === other?.composer && one?.conversations === other?.conversations;

const ChatWindows = lazyView(
  async () => (await Promise.all([import('./windows/ChatWindows.tsx'), loadMessages(['chatWindows'])]))[0].ChatWindows,
);

interface ChatDeskProps {
  readonly chat: ChatRef;
  readonly bundle: ChatBundle;
  /** What stands around it. */
  readonly Frame: ComponentType<ChatFrameProps>;
  readonly Deeds?: ChatHandle['Deeds'];
}

/**
 * A chat of whoever it is: ready, on its way, switched off, or why there is none. It stands in this file so that the page, which is
 * looked at most, is one piece; the back office fetches it with the rest.
 */
export function ChatDesk({ chat, bundle, Frame, Deeds = null }: ChatDeskProps) {
  const view = useSelector(chat, selectChatView);
  const offer = useSelector(chat, selectOffer);
  const parts = useSelector(chat, partsOf, isSame);
  const window = useLeafActor(chatWindowLogic, { id: 'chatWindow' });
  const box = useRef<HTMLTextAreaElement>(null);
  const { isOpen, shown } = useSelector(window, (snapshot) => snapshot.context);
  if (view === 'ready' && offer && parts) {
    const open: ChatHandle['open'] = (wanted) => window.send({ type: 'chatWindow.opened', shown: wanted });
    return (
      <ChatContext value={{ ...parts, chat, offer, bundle, box, open, Deeds }}>
        <ChatRoom Frame={Frame} />
        <LazyDialog isOpen={isOpen}>
          <ChatWindows isOpen={isOpen} shown={shown} onClose={() => window.send({ type: 'chatWindow.closed' })} />
        </LazyDialog>
      </ChatContext>
    );
  }
  return (
    <Frame>
      {view === 'closed' && <EmptyState level={1} title={t('chatPage.page.off')} text={t('chatPage.page.offHint')} />}
      {view === 'failed' && <Failed chat={chat} />}
      {(view === 'starting' || view === 'ready') && <LoadingBlock />}
    </Frame>
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
