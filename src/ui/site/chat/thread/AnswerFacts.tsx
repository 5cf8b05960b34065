import type { BranchMessage } from '#domain/chat/branch';
import { speedOf } from '#domain/chat/answer-speed';
import { t } from '../../../base/i18n.ts';
import classes from '../base/messages.module.css';

/** Which model has answered and, for whoever wants to know, how fast. */
export function AnswerFacts({ message, text }: { readonly message: BranchMessage; readonly text: string }) {
  const speed = speedOf(message, text.length);
  if (message.model === null) return null;
  if (speed === null) return <p className={classes.facts}>{message.model.name}</p>;
  const { firstWordSeconds, charactersASecond } = speed;
  return (
    <details className={classes.facts}>
      <summary title={t('chatThread.message.facts.show')}>{message.model.name}</summary>
      {t('chatThread.message.facts.firstWord', { seconds: firstWordSeconds })}
      {charactersASecond !== null && <> · {t('chatThread.message.facts.speed', { characters: charactersASecond })}</>}
    </details>
  );
}
