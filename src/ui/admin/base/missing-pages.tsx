import { Button } from '@mantine/core';
import { IconLock, IconMapSearch } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { ruleAt } from '#domain/rights/permission';
import { isSuperPath } from '#domain/rights/super-pages';
import { firstPagePath } from '#domain/shell/menu';
import { selectStart, selectWantedPath, type AdminShellRef } from '#machines/shell/admin-shell.machine';
import { selectTabs, selectUnsavedPaths, type TabsRef } from '#machines/shell/tabs.machine';
import { useApp } from '../../base/app-context.ts';
import { hasText, t, text } from '../../base/i18n.ts';
import { EmptyState } from '../../kit/feedback/EmptyState.tsx';
import classes from './missing-pages.module.css';

interface InShellProps {
  readonly shell: AdminShellRef;
}

function Wanted({ shell }: InShellProps) {
  return <code className={classes.path}>{useSelector(shell, selectWantedPath)}</code>;
}

function FirstPageButton({ shell }: InShellProps) {
  const { navigation } = useApp();
  const start = useSelector(shell, selectStart);
  const first = start && firstPagePath(start.menu.items, start.menu.routes);
  if (!first) return null;
  return (
    <Button variant="default" onClick={() => navigation.send({ type: 'navigation.requested', to: first, mode: 'push' })}>
      {t('missing.notFound.first')}
    </Button>
  );
}

/** The wanted page exists nowhere; the menu stays usable. Source: readings 2.6. */
export function NotFoundInShell({ shell }: InShellProps) {
  return (
    <div className={classes.root}>
      <EmptyState
        level={1}
        icon={<IconMapSearch size={24} stroke={1.5} />}
        title={t('missing.notFound.title')}
        text={
          <>
            {t('missing.notFound.body')} <Wanted shell={shell} />
          </>
        }
      >
        <FirstPageButton shell={shell} />
      </EmptyState>
    </div>
  );
}

/** A right as people choose it: the page's title where the program ships it or a tab still has it, otherwise what the rule is called. */
function rightInWords(path: string, tabTitle: string | undefined): string {
  const rule = ruleAt(path);
  const key = `menu.${rule.replaceAll('/', '.')}`;
  return hasText(key) ? text(key) : (tabTitle ?? rule);
}

const whoMayOpen = (path: string, tabTitle: string | undefined): string =>
  isSuperPath(ruleAt(path)) ? t('missing.noPermission.superOnly') : t('missing.noPermission.body', { right: rightInWords(path, tabTitle) });

/** The wanted page exists, but not for this account. Source: specification §2 "/401", readings 2.7. */
export function ForbiddenInShell({ shell, tabs }: InShellProps & { readonly tabs: TabsRef }) {
  const path = useSelector(shell, selectWantedPath);
  const tabTitle = useSelector(tabs, (snapshot) => selectTabs(snapshot).find((tab) => tab.path === path)?.title);
  const hasWork = useSelector(tabs, (snapshot) => selectUnsavedPaths(snapshot).includes(path));
  return (
    <div className={classes.root}>
      <EmptyState
        level={1}
        icon={<IconLock size={24} stroke={1.5} />}
        title={t('missing.noPermission.title')}
        text={
          <>
            {whoMayOpen(path, tabTitle)} <Wanted shell={shell} />
            {hasWork && <span className={classes.fact}>{t('missing.noPermission.kept')}</span>}
          </>
        }
      >
        <FirstPageButton shell={shell} />
      </EmptyState>
    </div>
  );
}
