import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { selectRestorable, type TabsRef } from '#machines/shell/tabs.machine';
import { t } from '../../../base/i18n.ts';
import classes from '../../base/AdminLayout.module.css';

/** Offers the pages of the last visit once. Source: readings 3.8. */
export function RestoreTabs({ tabs }: { readonly tabs: TabsRef }) {
  const restorable = useSelector(tabs, selectRestorable);
  if (restorable.length === 0) return null;
  return (
    <section className={classes.restore} aria-label={t('admin.tabs.restoreYes')}>
      <span className={classes.grow}>{t('admin.tabs.restore', { count: restorable.length })}</span>
      <Button size="compact-sm" variant="light" onClick={() => tabs.send({ type: 'tabs.restoreRequested' })}>
        {t('admin.tabs.restoreYes')}
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => tabs.send({ type: 'tabs.restoreDismissed' })}>
        {t('admin.tabs.restoreNo')}
      </Button>
    </section>
  );
}
