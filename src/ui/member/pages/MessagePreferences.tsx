import type { MessageDeed, MessagePage } from '#machines/members/messages.machine';
import { t } from '../../base/i18n.ts';
import classes from './messages.module.css';
import pages from './pages.module.css';

export interface MessagePreferencesProps extends Pick<MessagePage, 'preferences' | 'hasEmail'> {
  readonly onChange: (preference: Extract<MessageDeed, { kind: 'prefer' }>['preference']) => void;
}

/** Of what the member hears, and how; what concerns safety comes always. */
export function MessagePreferences({ preferences, hasEmail, onChange }: MessagePreferencesProps) {
  return (
    <section className={pages.card} aria-labelledby="message-preferences">
      <h2 className={pages.cardTitle} id="message-preferences">
        {t('memberPages.messages.preferences')}
      </h2>
      {!hasEmail && <p className={pages.fact}>{t('memberPages.messages.noEmail')}</p>}
      <table className={classes.preferences}>
        <thead>
          <tr>
            <th scope="col">{t('memberPages.messages.about')}</th>
            <th scope="col">{t('memberPages.messages.inApp')}</th>
            <th scope="col">{t('memberPages.messages.byMail')}</th>
          </tr>
        </thead>
        <tbody>
          {preferences.map(({ isFixed, ...preference }) => {
            const name = t(`memberPages.messages.kind.${preference.kind}`);
            return (
              <tr key={preference.kind}>
                <th scope="row">
                  {name}
                  {isFixed && <span className={classes.fixed}>{t('memberPages.messages.always')}</span>}
                </th>
                {(['inApp', 'byMail'] as const).map((way) => (
                  <td key={way}>
                    <input
                      type="checkbox"
                      aria-label={`${name}: ${t(`memberPages.messages.${way}`)}`}
                      checked={preference[way]}
                      disabled={isFixed}
                      onChange={({ currentTarget: { checked } }) => onChange({ kind: preference.kind, [way]: checked })}
                    />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
