import { IconPlayerStop, IconQuote, IconShare, IconVolume } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { MouseEvent } from 'react';
import type { BranchMessage } from '#domain/chat/branch';
import { beginningOf } from '#domain/chat/quotation';
import { spokenLanguage } from '#domain/chat/spoken-text';
import { selectPassageOf } from '#machines/chat/passage.machine';
import { selectSpoken, selectVoiceLanguages } from '#machines/chat/read-aloud.machine';
import { pageLanguage, t } from '../../../base/i18n.ts';
import { ToolButton } from '../../../kit/ToolButton.tsx';
import { useChat } from '../base/chat-context.ts';
import { useConversation } from '../base/use-conversation.ts';
import { useAids, useQuote } from './aids-context.ts';

interface AidsProps {
  readonly message: BranchMessage;
  readonly text: string;
}

/** What leads on from an answer: to a question about it, to the ear, to others. */
export function AnswerAids(props: AidsProps) {
  return (
    <>
      <QuoteButton {...props} />
      <ReadButton {...props} />
      <ShareButton {...props} />
    </>
  );
}

/** A press would take away what is selected. */
export const keepSelection = (event: MouseEvent): void => event.preventDefault();

/** Quotes what is selected of the answer, else how it begins. */
function QuoteButton({ message: { uuid }, text }: AidsProps) {
  const { passage } = useAids();
  const quote = useQuote();
  const selected = useSelector(passage, (snapshot) => selectPassageOf(snapshot, uuid));
  return (
    <ToolButton label={t('chatThread.message.quote')} onMouseDown={keepSelection} onClick={() => quote(selected ?? beginningOf(text))}>
      <IconQuote size={16} stroke={1.75} aria-hidden="true" />
    </ToolButton>
  );
}

/** There is none where the device has no voice of its own for the language of the answer. */
function ReadButton({ message: { uuid }, text }: AidsProps) {
  const { readAloud } = useAids();
  const languages = useSelector(readAloud, selectVoiceLanguages);
  const isSpoken = useSelector(readAloud, (snapshot) => selectSpoken(snapshot) === uuid);
  if (languages.length === 0) return null;
  const language = spokenLanguage(text, pageLanguage());
  if (!languages.includes(language)) return null;
  return (
    <ToolButton
      label={t(isSpoken ? 'chatThread.message.stopReading' : 'chatThread.message.readAloud')}
      data-busy={isSpoken}
      onClick={() => readAloud.send({ type: 'readAloud.pressed', message: uuid, language })}
    >
      {isSpoken ? <IconPlayerStop size={16} stroke={1.75} aria-hidden="true" /> : <IconVolume size={16} stroke={1.75} aria-hidden="true" />}
    </ToolButton>
  );
}

function ShareButton({ message: { uuid: message } }: AidsProps) {
  const { offer, open } = useChat();
  const conversation = useConversation();
  if (offer.owner === 'visitor' || conversation === null) return null;
  return (
    <ToolButton label={t('chatThread.message.share')} onClick={() => open({ kind: 'share', conversation, message })}>
      <IconShare size={16} stroke={1.75} aria-hidden="true" />
    </ToolButton>
  );
}
