import { IconChevronRight } from '@tabler/icons-react';
import { Skeleton } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { greetingAt } from '#domain/base/greeting';
import { selectMenuItems } from '#machines/shell/admin-shell.machine';
import { selectAdmin } from '#machines/session/session.machine';
import { useApp } from '../../base/app-context.ts';
import { loadMessages, t, text } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useHour } from '../../base/use-clock.ts';
import { MenuIcon } from '../../kit/menu/MenuIcon.tsx';
import { useShell } from '../../base/shell-context.ts';
import classes from './Dashboard.module.css';
import { pagesBelow, type Page } from './pages-below.ts';

const DashboardFigures = lazyView(async () => {
  const [{ DashboardFigures: figures }] = await Promise.all([import('./DashboardFigures.tsx'), loadMessages(['dashboard'])]);
  return figures;
});

/** The first page: a word for the hour, and the figures with the ways on. */
export function Dashboard() {
  const { adminSession } = useApp();
  const person = useSelector(adminSession, selectAdmin);
  const pages = pagesBelow(useSelector(useShell(), selectMenuItems));
  const hour = useHour();
  const name = person?.nickname || person?.username || '';
  return (
    <div className={classes.root}>
      <h1 className={classes.greeting}>{t(`admin.dashboard.greeting.${greetingAt(hour)}`, { name })}</h1>
      {pages.length === 0 && <p className={classes.lead}>{t('admin.dashboard.noSections')}</p>}
      <Suspense fallback={<Skeleton height={480} radius="lg" />}>
        <DashboardFigures>{pages.length > 0 && <Sections pages={pages} />}</DashboardFigures>
      </Suspense>
    </div>
  );
}

/** The ways on, where the server tells no figures. */
const Sections = ({ pages }: { readonly pages: readonly Page[] }) => (
  <section aria-labelledby="dashboard-sections">
    <h2 id="dashboard-sections" className={classes.heading}>
      {t('admin.dashboard.sections')}
    </h2>
    <ul className={classes.list}>
      {pages.map(({ item, group }) => (
        <li key={item.id}>
          <Link to={item.path} className={classes.card}>
            <span className={classes.icon}>
              <MenuIcon name={item.icon} sizePx={20} />
            </span>
            <span className={classes.words}>
              <strong>{text(item.title)}</strong>
              {group && <span>{text(group)}</span>}
            </span>
            <IconChevronRight size={17} stroke={1.75} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  </section>
);
