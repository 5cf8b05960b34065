import type { WriteNews } from '#domain/changes/write-news';
import { loadMessages, t } from '../base/i18n.ts';

/** What was done to which thing; '' where that is not known. Its words come with the first write. */
export async function newsText({ action, title, count }: WriteNews): Promise<string> {
  await loadMessages(['changes']);
  if (action === 'undo') return t('changes.did.undo');
  if (title) return t(`changes.did.${action}`, { title });
  // A list that another page has taken the place of can name nothing any more.
  return count === 1 ? t(`changes.didOne.${action}`) : t(`changes.didMany.${action}`, { count });
}
