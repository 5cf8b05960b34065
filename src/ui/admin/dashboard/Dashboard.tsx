import { Skeleton } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { greetingAt } from '#domain/base/greeting';
import { selectMenuItems } from '#machines/shell/admin-shell.machine';
import { selectAdmin } from '#machines/session/session.machine';
import { useApp } from '../../base/app-context.ts';
import { loadMessages, t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useHour } from '../../base/use-clock.ts';
import { useShell } from '../../base/shell-context.ts';
import classes from './Dashboard.module.css';
import { pagesBelow } from './pages-below.ts';

const DashboardFigures = lazyView(async () => {
  const [{ DashboardFigures: figures }] = await Promise.all([import('./DashboardFigures.tsx'), loadMessages(['dashboard'])]);
  return figures;
});

/** What the page is more than a greeting by: whoever waits for it sees the page as a whole, and its figures are asked for sooner. */
export const dashboardParts = (): readonly Promise<void>[] => [DashboardFigures.preload()];

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
        <DashboardFigures pages={pages} />
      </Suspense>
    </div>
  );
}
