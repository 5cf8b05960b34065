import type { AnswerDraft } from '#domain/chat/answer-draft';
import { AppLink } from '../../../base/AppLink.tsx';
import { t } from '../../../base/i18n.ts';
import classes from './messages.module.css';

/** What an answer is from, or what is near to a question that has none. */
export function Sources({ draft: { sources } }: { readonly draft: AnswerDraft }) {
  if (sources.length === 0) return null;
  const label = sources.every(({ isSuggestion }) => isSuggestion) ? t('chatThread.message.suggestions') : t('chatThread.message.sources');
  return (
    <div className={classes.sources}>
      <span>{label}</span>
      <ul aria-label={label}>
        {sources.map(({ title, address }) => (
          <li key={address + title}>{address === '' ? title : <AppLink to={address}>{title}</AppLink>}</li>
        ))}
      </ul>
    </div>
  );
}
