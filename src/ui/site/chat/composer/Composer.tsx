import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense, useSyncExternalStore, type KeyboardEvent, type RefObject } from 'react';
import { fieldRefusal, type Failure } from '#domain/base/failure';
import { attachmentMisfit } from '#domain/chat/attachment';
import { isSendKey } from '#domain/chat/send-key';
import { selectPhase, type AnswerRef } from '#machines/chat/answer.machine';
import { selectSendKey } from '#machines/chat/chat.machine';
import {
  selectChatText,
  selectHeldFiles,
  selectIsCancelling,
  selectIsComposerCaptchaAsked,
  selectIsComposing,
  selectIsNewConversation,
  selectIsSending,
  selectIsTemporary,
  selectIsTooLong,
  selectIsTooMany,
  selectLength,
  selectComposerFailure,
  type ComposerRef,
} from '#machines/chat/composer.machine';
import { answerActorOf, selectBranch } from '#machines/chat/thread.machine';
import { loadMessages, t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { LazyDialog } from '../../../kit/dialogs/LazyDialog.tsx';
import { FailureText } from '../../../kit/feedback/FailureText.tsx';
import { takeFocus } from '../../../kit/take-focus.ts';
import { useChat } from '../base/chat-context.ts';
import { useModel } from '../base/use-model.ts';
import classes from './composer.module.css';

// Few visitors ever ask so much.
const ChatCaptcha = lazyView(async () => (await import('./ChatCaptcha.tsx')).ChatCaptcha);

// Most questions are asked with nothing.
const attachments = async () => (await Promise.all([import('./AttachmentTray.tsx'), loadMessages(['chatWindows'])]))[0];
const AttachmentTray = lazyView(async () => (await attachments()).AttachmentTray);
const AttachButton = lazyView(async () => (await attachments()).AttachButton);

// Few look for a prompt each time.
const PromptList = lazyView(async () => (await Promise.all([import('./PromptList.tsx'), loadMessages(['chatWindows'])]))[0].PromptList, {
  failure: 'hidden',
});

interface ComposerProps {
  readonly composer: ComposerRef;
  /** Where others find it; without, it takes the focus. */
  readonly box?: RefObject<HTMLTextAreaElement | null>;
  /** For a question that is edited. */
  readonly onCancel?: () => void;
}

/** Where a question is typed: the chosen key sends, Enter without it breaks the line, and the Enter of an input method does neither. */
export function Composer({ composer, box, onCancel }: ComposerProps) {
  const { chat, bundle, offer } = useChat();
  const text = useSelector(composer, selectChatText);
  const { wanted } = useModel();
  const sendKey = useSelector(chat, selectSendKey);
  const isSending = useSelector(composer, selectIsSending);
  const isComposing = useSelector(composer, selectIsComposing);
  const isTooLong = useSelector(composer, selectIsTooLong);
  const isTemporary = useSelector(composer, selectIsTemporary);
  const failure = useSelector(composer, selectComposerFailure);
  const isCaptchaAsked = useSelector(composer, selectIsComposerCaptchaAsked);
  const running = useRunningAnswer();
  const { canAttach, files, isTooMany, misfit } = useFiles(composer);
  const isHeldBack = misfit !== null || files.some(({ state }) => state !== 'stored');
  const send = () => {
    if (misfit === null) composer.send({ type: 'composer.sendRequested', answer: bundle.newUuid(), model: wanted, isTemporary });
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape' && !isComposing && onCancel) return onCancel();
    if (isComposing || !isSendKey(keyOf(event), sendKey)) return;
    event.preventDefault();
    if (running === null || onCancel) send();
  };
  return (
    <div className={classes.box} data-takes-files={canAttach}>
      {(files.length > 0 || isTooMany) && (
        <Suspense fallback={null}>
          <AttachmentTray composer={composer} misfit={misfit} />
        </Suspense>
      )}
      {offer.commands.length > 0 && text.startsWith('/') && (
        <Suspense fallback={null}>
          <PromptList composer={composer} />
        </Suspense>
      )}
      <div className={`${classes.field} tp-input`} {...(isTooLong && { 'data-error': true })}>
        <textarea
          ref={box ?? takeFocus}
          rows={1}
          value={text}
          readOnly={isSending}
          aria-label={t('chatPage.composer.label')}
          aria-invalid={isTooLong}
          placeholder={t(offer.commands.length > 0 ? 'chatPage.composer.placeholderWithPrompts' : 'chatPage.composer.placeholder')}
          onChange={(event) => composer.send({ type: 'composer.typed', chatText: event.currentTarget.value })}
          onCompositionStart={() => composer.send({ type: 'composer.compositionBegan' })}
          onCompositionEnd={() => composer.send({ type: 'composer.compositionEnded' })}
          onKeyDown={press}
        />
        <div className={classes.row}>
          {canAttach && (
            <Suspense fallback={null}>
              <AttachButton composer={composer} isBeside={!onCancel} />
            </Suspense>
          )}
          {!onCancel && <ModelChoice />}
          {!onCancel && <KeepingButton composer={composer} />}
          <Length composer={composer} />
          <span className={classes.keys}>{t(`chatPage.composer.keys.${sendKey}`)}</span>
          {onCancel && (
            <button type="button" className={classes.cancel} onClick={onCancel}>
              {t('chatPage.composer.cancel')}
            </button>
          )}
          {isSending || (running && !onCancel) ? (
            <StopButton composer={composer} answer={isSending ? null : running} />
          ) : (
            <button
              type="button"
              className={classes.send}
              aria-label={t('chatPage.composer.send')}
              title={t('chatPage.composer.send')}
              disabled={text.trim() === '' || isTooLong || isHeldBack}
              onClick={send}
            >
              <IconArrowUp size={18} stroke={2} aria-hidden="true" />
            </button>
          )}
        </div>
      </div>
      {failure && (
        <p className={classes.failure} role="alert">
          <FailureText failure={saidAt(failure, 'text', 'captchaInfo', 'attachments')} />
        </p>
      )}
      <LazyDialog isOpen={isCaptchaAsked}>
        <ChatCaptcha composer={composer} isAsked={isCaptchaAsked} failure={failure && saidAt(failure, 'captchaInfo')} />
      </LazyDialog>
    </div>
  );
}

/** Files of the question, and whether this person may add some and the chosen model takes them. */
function useFiles(composer: ComposerRef) {
  const { offer } = useChat();
  const files = useSelector(composer, selectHeldFiles);
  const isTooMany = useSelector(composer, selectIsTooMany);
  const { model } = useModel();
  const canAttach = offer.owner !== 'visitor' && offer.models.some(({ isBuiltIn }) => !isBuiltIn);
  const kinds = files.map(({ kind }) => kind);
  return { files, isTooMany, canAttach, misfit: model ? attachmentMisfit(kinds, model) : null };
}

/** What was said at a field stands for what was said of all. */
const saidAt = (failure: Failure, ...fields: readonly string[]): Failure => {
  const message = fields.map((field) => fieldRefusal(failure, field)).find(Boolean);
  return failure.kind === 'rejected' && message !== undefined ? { ...failure, message } : failure;
};

const keyOf = ({ key, keyCode, shiftKey, altKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent) => ({
  key,
  keyCode,
  shiftKey,
  altKey,
  ctrlKey,
  metaKey,
  isComposing: nativeEvent.isComposing,
});

/** The answer at the end of the shown branch while it is being written. */
function useRunningAnswer(): AnswerRef | null {
  const {
    thread,
    bundle: { texts },
  } = useChat();
  const last = useSelector(thread, (snapshot) => selectBranch(snapshot).at(-1));
  const run = last?.state === 'running' ? last.answer : null;
  const answer = useSelector(thread, (snapshot) => answerActorOf(snapshot, run));
  // Its last word is shown before the thread has read that it has ended.
  const isWritten = useSyncExternalStore(texts.subscribe, () => texts.read(last?.uuid ?? '').state !== 'running');
  return isWritten ? null : answer;
}

/** Stands where the button for sending does. Pressed before the server has the question, it stops the answer as soon as there is one. */
function StopButton({ composer, answer }: { readonly composer: ComposerRef; readonly answer: AnswerRef | null }) {
  const isCancelling = useSelector(composer, selectIsCancelling);
  const phase = useSelector(answer ?? undefined, (snapshot) => (snapshot ? selectPhase(snapshot) : null));
  const isStopping = isCancelling || phase === 'stopping';
  return (
    <button
      type="button"
      className={classes.send}
      aria-label={t('chatPage.composer.stop')}
      title={t('chatPage.composer.stop')}
      aria-disabled={isStopping}
      onClick={() => (answer ? answer.send({ type: 'answer.stopRequested' }) : composer.send({ type: 'composer.stopRequested' }))}
    >
      <IconPlayerStopFilled size={16} aria-hidden="true" />
    </button>
  );
}

function ModelChoice() {
  const { chat, offer } = useChat();
  const { model } = useModel();
  if (offer.models.length < 2) return null;
  return (
    <select
      className={classes.model}
      aria-label={t('chatPage.composer.model')}
      value={model?.id}
      onChange={(event) => chat.send({ type: 'chat.modelChosen', model: Number(event.currentTarget.value) })}
    >
      {offer.models.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Before the first question: whether what begins here is kept. */
function KeepingButton({ composer }: { readonly composer: ComposerRef }) {
  const isNew = useSelector(composer, selectIsNewConversation);
  const isTemporary = useSelector(composer, selectIsTemporary);
  if (!isNew) return null;
  return (
    <button
      type="button"
      className={classes.keeping}
      aria-pressed={isTemporary}
      title={t('chatPage.composer.temporaryHint')}
      onClick={() => composer.send({ type: 'composer.keepingToggled' })}
    >
      {t('chatPage.composer.temporary')}
    </button>
  );
}

function Length({ composer }: { readonly composer: ComposerRef }) {
  const counted = useSelector(composer, selectLength, (one, other) => one?.length === other?.length);
  return (
    <output className={classes.length}>{counted && t('chatPage.composer.count', { length: counted.length, limit: counted.limit })}</output>
  );
}
