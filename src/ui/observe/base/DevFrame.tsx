import { use, type ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { DEV_PAGE_NAMES } from '#domain/app/dev-paths';
import { AppLink } from '../../base/AppLink.tsx';
import { PageTitle } from '../../base/PageTitle.tsx';
import { t } from '../../base/i18n.ts';
import { LanguageButton } from '../../kit/LanguageButton.tsx';
import { Logo } from '../../kit/Logo.tsx';
import { SchemeButton } from '../../kit/SchemeButton.tsx';
import classes from './DevFrame.module.css';
import { DevPathsContext } from './dev-paths.ts';

interface DevFrameProps {
  readonly title: string;
  /** What the page is for, in a sentence. */
  readonly lead: string;
  /** `window`: as high as the window, the parts of the page scroll by themselves; `content`: the page scrolls. */
  readonly fit: 'window' | 'content';
  /** What can be done with the page as a whole. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** What every page for developers stands in: its name, the way to the others, language and colours. */
export function DevFrame({ title, lead, fit, actions, children }: DevFrameProps) {
  return (
    <div className={classes.page} data-fit={fit}>
      <PageTitle title={title} />
      <header className={classes.header}>
        <AppLink to="/" className={classes.brand} aria-label={t('common.title.home')}>
          <Logo sizePx={26} />
        </AppLink>
        <div className={classes.words}>
          <h1>{title}</h1>
          <p>{lead}</p>
        </div>
        <DevLinks />
        <div className={classes.tools}>
          {actions}
          <LanguageButton />
          <SchemeButton />
        </div>
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  );
}

function DevLinks() {
  const paths = use(DevPathsContext);
  const pages = DEV_PAGE_NAMES.map((name) => ({ name, path: `/dev/${name}` })).filter(({ path }) => paths.includes(path));
  return (
    <nav className={classes.links} aria-label={t('dev.pages.label')}>
      {pages.map(({ name, path }) => (
        <NavLink key={name} to={path}>
          {t(`dev.pages.${name}`)}
        </NavLink>
      ))}
    </nav>
  );
}
