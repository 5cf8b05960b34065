import { AppLink } from '../../base/AppLink.tsx';
import { useSite, useSiteName } from '../../base/use-site.ts';
import { Logo, markInPage } from '../../kit/Logo.tsx';
import classes from './AdminLayout.module.css';

/** Logo and site name over the menu. */
export function Brand() {
  const { siteLogo } = useSite();
  const siteName = useSiteName();
  return (
    <AppLink to="/" className={classes.brand} title={siteName}>
      <Logo src={siteLogo || markInPage()} sizePx={28} />
      <span>{siteName}</span>
    </AppLink>
  );
}
