import type { ListRow } from '#domain/table/row';
import { t } from '../../base/i18n.ts';
import { scalarText } from '../../kit/cells/scalar-text.ts';

/** The administrator who made an entry: by the joined record, or by the name that was written down. */
export function personOf(row: ListRow): string {
  const joined = row['admin'];
  const { nickname, username } =
    typeof joined === 'object' && joined !== null ? (joined as { nickname?: unknown; username?: unknown }) : {};
  return scalarText(nickname) || scalarText(username) || scalarText(row['adminName']) || t('changes.nobody');
}
