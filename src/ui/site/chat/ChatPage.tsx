import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { ChatBundle } from '#actors/chat/chat.bundle';
import { selectRoute } from '#machines/app/navigation.machine';
import { useApp } from '../../base/app-context.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { loadMessages } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { LoadingBlock } from '../../kit/feedback/LoadingBlock.tsx';
import { ChatDesk } from './ChatDesk.tsx';
import { ChatFrame } from './ChatFrame.tsx';

/** The chat of visitors and members. Source: specification §1, "AI chat"; open content, "Chat page". */
export function ChatPage() {
  return (
    <Suspense fallback={<LoadingBlock />}>
      <Chat />
    </Suspense>
  );
}

const SharedThread = lazyView(
  async () => (await Promise.all([import('./shared/SharedThread.tsx'), loadMessages(['chatWindows'])]))[0].SharedThread,
);

function Chat() {
  const bundle = useBundle('chat');
  const { navigation } = useApp();
  const share = useSelector(navigation, (snapshot) => bundle.shareIn(selectRoute(snapshot)?.search ?? ''));
  if (share === null) return <OwnChat bundle={bundle} />;
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
