import { useSelector } from '@xstate/react';
import { use } from 'react';
import { costText } from '#domain/chat/cost';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectBranch,
  selectHasMoreMessages,
  selectIsOlderReadable,
  selectOlderFailure,
  selectRemovedMessages,
} from '#machines/chat/thread.machine';
import { t } from '../../../base/i18n.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { whenSeen } from '../base/when-seen.ts';
import { FailureText } from '../../../kit/feedback/FailureText.tsx';
import { useChat } from '../base/chat-context.ts';
import { useConversation } from '../base/use-conversation.ts';
import { AidsContext } from './aids-context.ts';
import { AnswerMessage } from './AnswerMessage.tsx';
import { NewestButton } from './NewestButton.tsx';
import { PassageButton } from './PassageButton.tsx';
import { QuestionMessage } from './QuestionMessage.tsx';
import classes from '../base/messages.module.css';
import frame from '../base/thread.module.css';

/** The shown branch, what was deleted of it last, and what it has cost. */
export function ThreadMessages() {
  const { thread, bundle } = useChat();
  const aids = use(bundle.aids());
  const readAloud = useLeafActor(aids.readAloud, { id: 'readAloud', input: { thread } });
  const passage = useLeafActor(aids.passage, { id: 'passage' });
  const newest = useLeafActor(aids.newest, { id: 'newest', input: { thread } });
  const branch = useSelector(thread, selectBranch);
  const hasMore = useSelector(thread, selectHasMoreMessages);
  return (
    <section aria-label={t('chatThread.message.label')}>
      <AidsContext value={{ readAloud, passage }}>
        {hasMore && <Older />}
        {branch.map((message) =>
          message.role === 'user' ? (
            <QuestionMessage key={message.uuid} message={message} />
          ) : (
            <AnswerMessage key={message.uuid} message={message} />
          ),
        )}
        <PassageButton />
      </AidsContext>
      <Removed />
      <Cost />
      <NewestButton newest={newest} />
    </section>
  );
}

/** Brings what was said before when the reader comes near it. What could not be read says why, and is asked for again by a press alone. */
function Older() {
  const { thread } = useChat();
  const isBusy = useSelector(thread, selectIsBusy);
  const isReadable = useSelector(thread, selectIsOlderReadable);
  const failure = useSelector(thread, selectOlderFailure);
  const read = () => thread.send({ type: 'thread.olderWanted' });
  return (
    <div className={classes.older}>
      {failure && (
        <p className={frame.failure} role="alert">
          <FailureText failure={failure} />
        </p>
      )}
      <button ref={isReadable ? whenSeen(read) : null} type="button" aria-busy={isBusy} onClick={read}>
        {t(failure ? 'common.action.retry' : 'chatThread.message.older')}
      </button>
    </div>
  );
}

/** What the shown branch has cost, for those who are told. */
function Cost() {
  const { thread } = useChat();
  const cost = useSelector(thread, (snapshot) => selectBranch(snapshot).reduce((sum, { usage }) => sum + (usage?.cost ?? 0), 0));
  return cost > 0 && <p className={frame.label}>{t('chatThread.message.costOfAll', { cost: costText(cost) })}</p>;
}

/** What was deleted can be put back for as long as the server keeps it. */
function Removed() {
  const { thread } = useChat();
  const conversation = useConversation();
  const removed = useSelector(thread, selectRemovedMessages);
  const putBack = () => {
    if (removed && conversation !== null)
      thread.send({ type: 'thread.deedRequested', deed: { kind: 'putBack', conversation, message: removed.message } });
  };
  return (
    <output>
      {removed && (
        <span className={classes.removed}>
          {t('chatThread.message.removed', { count: removed.count })}{' '}
          <button type="button" className={classes.plain} onClick={putBack}>
            {t('common.action.undo')}
          </button>
        </span>
      )}
    </output>
  );
}
