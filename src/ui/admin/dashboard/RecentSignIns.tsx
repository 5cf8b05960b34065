import type { RecentSignIn } from '#machines/shell/dashboard.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { t } from '../../base/i18n.ts';
import { TimeAgo } from '../../kit/cells/TimeAgo.tsx';
import classes from './board.module.css';
import { listAddress } from '../base/list-address.ts';

interface RecentSignInsProps {
  /** Null where the reader may not see them. */
  readonly members: readonly RecentSignIn[] | null;
  readonly admins: readonly RecentSignIn[] | null;
}

/** Who signed in last, members and administrators beside each other. A member leads to their record. */
export const RecentSignIns = ({ members, admins }: RecentSignInsProps) => (
  <div className={classes.pair}>
    {members && <People of="member" people={members} />}
    {admins && <People of="admin" people={admins} />}
  </div>
);

function People({ of, people }: { readonly of: 'member' | 'admin'; readonly people: readonly RecentSignIn[] }) {
  return (
    <section aria-labelledby={`sign-ins-${of}`}>
      <h3 id={`sign-ins-${of}`} className={classes.subtitle}>
        {t(`dashboard.${of}SignIns`)}
      </h3>
      {people.length === 0 && (
        <p className={classes.word}>{t(of === 'member' ? 'dashboard.noMemberSignIns' : 'dashboard.noAdminSignIns')}</p>
      )}
      <ul className={classes.rows}>
        {people.map(({ id, name, at }) => (
          <li key={id}>
            {of === 'member' ? <AppLink to={listAddress('user/user', { id: String(id) })}>{name}</AppLink> : <span>{name}</span>}
            <TimeAgo at={at} />
          </li>
        ))}
      </ul>
    </section>
  );
}
