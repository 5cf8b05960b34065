import { IconChevronRight } from '@tabler/icons-react';
import { Skeleton } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { greetingAt } from '#domain/base/greeting';
import type { MenuItem } from '#domain/shell/menu';
import { selectMenuItems } from '#machines/shell/admin-shell.machine';
import { selectAdmin } from '#machines/session/session.machine';
import { useApp } from '../../base/app-context.ts';
import { loadMessages, t, text } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useHour } from '../../base/use-hour.ts';
import { MenuIcon } from '../../kit/menu/MenuIcon.tsx';
import { useShell } from '../../base/shell-context.ts';
import classes from './Dashboard.module.css';

const DashboardFigures = lazyView(async () => {
  const [{ DashboardFigures: figures }] = await Promise.all([import('./DashboardFigures.tsx'), loadMessages(['dashboard'])]);
  return figures;
});

interface Entry {
  readonly item: MenuItem;
  readonly group: string;
}

const pagesBelow = (items: readonly MenuItem[], group = ''): readonly Entry[] =>
  items.flatMap((item) => {
    if (item.kind === 'directory') return pagesBelow(item.children, item.title);
    return item.kind === 'tab' && item.name !== 'dashboard' ? [{ item, group }] : [];
  });

/** The first page: a word for the hour, the figures, and the ways on. */
export function Dashboard() {
  const { adminSession } = useApp();
  const person = useSelector(adminSession, selectAdmin);
  const items = useSelector(useShell(), selectMenuItems);
  const hour = useHour();
  const entries = pagesBelow(items);
  const name = person?.nickname || person?.username || '';
  return (
    <div className={classes.root}>
      <header className={classes.head}>
        <h1 className={classes.greeting}>{t(`admin.dashboard.greeting.${greetingAt(hour)}`, { name })}</h1>
        <p className={classes.lead}>{t(entries.length > 0 ? 'admin.dashboard.lead' : 'admin.dashboard.noSections')}</p>
      </header>
      <Suspense fallback={<Skeleton height={280} radius="lg" mb={36} />}>
        <DashboardFigures />
      </Suspense>
      {entries.length > 0 && (
        <section aria-labelledby="dashboard-sections">
          <h2 id="dashboard-sections" className={classes.heading}>
            {t('admin.dashboard.sections')}
          </h2>
          <ul className={classes.list}>
            {entries.map(({ item, group }) => (
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
      )}
    </div>
  );
}
