import type { RecentChange } from '#machines/shell/dashboard.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { t } from '../../base/i18n.ts';
import { TimeAgo } from '../../kit/cells/TimeAgo.tsx';
import { changedSectionLabel } from '../../kit/changes/change-words.ts';
import classes from './board.module.css';
import { listAddress } from '../base/list-address.ts';

/** The last writes that the reader may see; each leads to its line of the timeline, where it can be taken back. */
export function RecentChanges({ changes }: { readonly changes: readonly RecentChange[] }) {
  if (changes.length === 0) return <p className={classes.word}>{t('dashboard.noRecent')}</p>;
  return (
    <>
      <ul className={classes.rows}>
        {changes.map((change) => (
          <li key={change.id}>
            <AppLink to={listAddress('security/change', { id: String(change.id) })}>
              <ChangeWords change={change} />
            </AppLink>
            <TimeAgo at={change.at} />
          </li>
        ))}
      </ul>
      <AppLink to={listAddress('security/change')} className={classes.more}>
        {t('dashboard.allChanges')}
      </AppLink>
    </>
  );
}

const NUMBER = /^\d+$/u;

/** Records of some sections are called by their number, which says nothing by itself. */
function called(section: string, { title, subject }: RecentChange): string {
  if (subject === '' && NUMBER.test(title)) return `${section} #${title}`;
  const name = subject || title;
  return name === '' ? section : t('dashboard.about', { section, subject: name });
}

function ChangeWords({ change }: { readonly change: RecentChange }) {
  const { actorName, action, resource, records } = change;
  // The settings are no section; their words in the history come with that.
  const section = resource === 'config' ? t('menu.routine.config') : changedSectionLabel(resource);
  const who = actorName || t('dashboard.server');
  const what = records > 1 ? t('dashboard.ofSection', { section, count: records }) : called(section, change);
  return <>{t(`dashboard.did.${action ?? 'other'}`, { who, what })}</>;
}
