import { Link } from 'react-router-dom';
import type { SignIn } from '#machines/shell/dashboard.machine';
import { t } from '../../base/i18n.ts';
import { timeAttribute, timeText } from '../../kit/cells/time-text.ts';
import classes from './figures.module.css';
import { listAddress } from './list-address.ts';

interface SignInsProps {
  readonly of: 'member' | 'admin';
  readonly people: readonly SignIn[];
}

/** Who signed in last. A member leads to their record. */
export function SignIns({ of, people }: SignInsProps) {
  return (
    <div className={classes.panel}>
      <h3 className={classes.title}>{t(`dashboard.${of}SignIns`)}</h3>
      {people.length === 0 && (
        <p className={classes.word}>{t(of === 'member' ? 'dashboard.noMemberSignIns' : 'dashboard.noAdminSignIns')}</p>
      )}
      <ul className={classes.rows}>
        {people.map(({ id, name, at }) => (
          <li key={id}>
            {of === 'member' ? <Link to={listAddress('user/user', { id: String(id) })}>{name}</Link> : <span>{name}</span>}
            <time dateTime={timeAttribute(at)}>{timeText(at)}</time>
          </li>
        ))}
      </ul>
    </div>
  );
}
