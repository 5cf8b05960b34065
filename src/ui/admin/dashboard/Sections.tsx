import { IconChevronRight } from '@tabler/icons-react';
import { AppLink } from '../../base/AppLink.tsx';
import { t, text } from '../../base/i18n.ts';
import { MenuIcon } from '../../kit/menu/MenuIcon.tsx';
import type { Page } from './pages-below.ts';
import classes from './sections.module.css';

/** The ways on, where the server tells no figures. */
export const Sections = ({ pages }: { readonly pages: readonly Page[] }) => (
  <section aria-labelledby="dashboard-sections">
    <h2 id="dashboard-sections" className={classes.heading}>
      {t('admin.dashboard.sections')}
    </h2>
    <ul className={classes.list}>
      {pages.map(({ item, group }) => (
        <li key={item.id}>
          <AppLink to={item.path} className={classes.card}>
            <span className={classes.icon}>
              <MenuIcon name={item.icon} sizePx={20} />
            </span>
            <span className={classes.words}>
              <strong>{text(item.title)}</strong>
              {group && <span>{text(group)}</span>}
            </span>
            <IconChevronRight size={17} stroke={1.75} aria-hidden="true" />
          </AppLink>
        </li>
      ))}
    </ul>
  </section>
);
