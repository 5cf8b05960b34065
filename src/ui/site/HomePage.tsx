import { AppLink } from '../base/AppLink.tsx';
import { t } from '../base/i18n.ts';
import { useSite, useSiteName } from '../base/use-site.ts';
import { PublicFrame } from './PublicFrame.tsx';
import classes from './HomePage.module.css';
import buttons from '../kit/plain-button.module.css';

/** The doors of the site, where nothing was built that draws its home page. */
export function HomePage() {
  const { isMemberCentreOpen } = useSite();
  return (
    <PublicFrame>
      <section className={classes.doors}>
        <h1>{useSiteName()}</h1>
        <div className={classes.actions}>
          <AppLink to="/admin" className={buttons.primary}>
            {t('public.home.enterAdmin')}
          </AppLink>
          {isMemberCentreOpen && (
            <AppLink to="/user" className={buttons.secondary}>
              {t('public.home.enterMember')}
            </AppLink>
          )}
        </div>
      </section>
    </PublicFrame>
  );
}
