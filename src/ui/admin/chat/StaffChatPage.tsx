import { useSelector } from '@xstate/react';
import type { StaffChatBundle } from '#actors/chat/staff-chat.bundle';
import { selectRoute } from '#machines/app/navigation.machine';
import { useApp } from '../../base/app-context.ts';
import { loadMessages } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { AnswerDeeds } from './AnswerDeeds.tsx';
import { StaffFrame } from './StaffFrame.tsx';

/** With the page of visitors, which it is taken from. */
const ChatDesk = lazyView(async () => (await import('../../site/chat/ChatPage.tsx')).ChatDesk);
const SharedThread = lazyView(
  async () =>
    (await Promise.all([import('../../site/chat/shared/SharedThread.tsx'), loadMessages(['chatThread', 'chatWindows'])]))[0].SharedThread,
);

/** The chat of administrators: what it looks up, and what it proposes to change. Source: specification §1, "AI chat". */
export function StaffChatPage() {
  const bundle = useBundle('staffChat');
  const { navigation } = useApp();
  const share = useSelector(navigation, (snapshot) => bundle.shareIn(selectRoute(snapshot)?.search ?? ''));
  if (share === null) return <OwnChat bundle={bundle} />;
  return (
    <StaffFrame>
      <SharedThread key={share} bundle={bundle} share={share} />
    </StaffFrame>
  );
}

function OwnChat({ bundle }: { readonly bundle: StaffChatBundle }) {
  const chat = useLeafActor(bundle.chat, { id: 'chat', input: bundle.placeNow() });
  return <ChatDesk chat={chat} bundle={bundle} Frame={StaffFrame} Deeds={AnswerDeeds} />;
}
