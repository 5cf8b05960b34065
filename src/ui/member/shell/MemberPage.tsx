import { IconLock, IconMapSearch, IconTool } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense, type ReactNode } from 'react';
import { firstPagePath, type ShellRoute } from '#domain/shell/menu';
import {
  selectMemberPage,
  selectMemberShellIsNoPermission,
  selectMemberShellIsNotFound,
  selectMemberStart,
  selectWantedMemberPath,
  type MemberShellRef,
} from '#machines/members/member-shell.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { ErrorBoundary } from '../../base/ErrorBoundary.tsx';
import { loadMessages, t, type LazyNamespace } from '../../base/i18n.ts';
import { lazyView, type LazyView } from '../../base/lazy-view.tsx';
import { EmptyState } from '../../kit/feedback/EmptyState.tsx';
import buttons from '../../kit/plain-button.module.css';
import classes from './shell.module.css';

/** Words of the pages behind the first one come with whichever of them is opened. */
const withWords = async <Module,>(module: Promise<Module>, ...more: readonly LazyNamespace[]): Promise<Module> =>
  (await Promise.all([module, loadMessages(['memberPages', ...more])]))[0];

/** The pages that this version has, by the name of their rule. */
const PAGES: Readonly<Record<string, LazyView<object>>> = {
  'account/overview': lazyView(async () => (await import('../overview/OverviewPage.tsx')).OverviewPage),
  'account/profile': lazyView(async () => (await withWords(import('../pages/ProfilePage.tsx'))).ProfilePage),
  'account/changePassword': lazyView(async () => (await withWords(import('../pages/PasswordPage.tsx'))).PasswordPage),
  // The lists of devices and the second factor are those of the back office, with their words.
  'account/security': lazyView(async () => (await withWords(import('../safety/SecurityPage.tsx'), 'account', 'safety')).SecurityPage),
  'account/balance': lazyView(async () => (await withWords(import('../pages/LedgerPage.tsx'))).BalancePage),
  'account/integral': lazyView(async () => (await withWords(import('../pages/LedgerPage.tsx'))).ScorePage),
  'account/messages': lazyView(async () => (await withWords(import('../pages/MessagesPage.tsx'))).MessagesPage),
  'account/notices': lazyView(async () => (await withWords(import('../pages/NoticesPage.tsx'), 'safety')).NoticesPage),
  'account/files': lazyView(async () => (await withWords(import('../own-files/FilesPage.tsx'), 'safety')).FilesPage),
  'account/data': lazyView(async () => (await withWords(import('../own-data/DataPage.tsx'), 'safety')).DataPage),
};

/** Brings the code of the page at this path, if it is one. Where it does not arrive, the place of the page says so. */
export async function preloadMemberPage(path: string): Promise<void> {
  await PAGES[path.replace(/^\/user\//u, '')]?.preload().catch(() => null);
}

const IframeView = lazyView(async () => (await import('../../kit/iframe/IframeView.tsx')).IframeView);

const DeletionNotice = lazyView(async () => {
  const [{ DeletionNotice: Notice }] = await Promise.all([import('../own-data/DeletionNotice.tsx'), loadMessages(['safety'])]);
  return Notice;
});

/** What the address shows inside the shell. Source: specification §2; readings 2.6, 2.7. */
export function MemberPage({ shell }: { readonly shell: MemberShellRef }) {
  const page = useSelector(shell, selectMemberPage);
  const isEnding = useSelector(shell, (snapshot) => selectMemberStart(snapshot)?.deletionDue !== undefined);
  const isMissing = useSelector(shell, selectMemberShellIsNotFound);
  const isForbidden = useSelector(shell, selectMemberShellIsNoPermission);
  if (isMissing)
    return (
      <Missing shell={shell} icon={<IconMapSearch size={24} stroke={1.5} />} title={t('member.shell.notFoundTitle')}>
        {t('member.shell.notFoundBody')}
      </Missing>
    );
  if (isForbidden)
    return (
      <Missing shell={shell} icon={<IconLock size={24} stroke={1.5} />} title={t('member.shell.noPermissionTitle')}>
        {t('member.shell.noPermissionBody')}
      </Missing>
    );
  // Sent on: the page follows in a moment.
  if (!page) return <div className={classes.room} aria-busy="true" />;
  return (
    <ErrorBoundary key={page.path} fallback={PageFault} place={page.path}>
      {/* The page of one's own data says it by itself. */}
      {isEnding && page.name !== 'account/data' && (
        <Suspense>
          <DeletionNotice />
        </Suspense>
      )}
      <Suspense fallback={<div className={classes.room} aria-busy="true" />}>
        <Content page={page} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Content({ page }: { readonly page: ShellRoute }) {
  if (page.kind === 'iframe') {
    const words = {
      refusedTitle: t('member.iframe.refusedTitle'),
      refusedBody: t('member.iframe.refusedBody'),
      openOutside: t('member.iframe.openOutside'),
    };
    return (
      <div className={classes.frame}>
        <IframeView url={page.url} title={page.title} words={words} />
      </div>
    );
  }
  const View = PAGES[page.name];
  if (View) return <View />;
  return (
    <EmptyState
      level={1}
      icon={<IconTool size={24} stroke={1.5} />}
      title={t('member.shell.missingTitle')}
      text={t('member.shell.missingBody')}
    />
  );
}

interface MissingProps {
  readonly shell: MemberShellRef;
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

function Missing({ shell, icon, title, children }: MissingProps) {
  const wanted = useSelector(shell, selectWantedMemberPath);
  const start = useSelector(shell, selectMemberStart);
  const first = start && firstPagePath(start.menu.items, start.menu.routes);
  return (
    <EmptyState
      level={1}
      icon={icon}
      title={title}
      text={
        <>
          {children} <code className={classes.path}>{wanted}</code>
        </>
      }
    >
      {first && (
        <AppLink to={first} className={buttons.secondary}>
          {t('member.shell.first')}
        </AppLink>
      )}
    </EmptyState>
  );
}

/** The other pages of the centre are not affected. */
function PageFault() {
  return (
    <div role="alert">
      <EmptyState level={1} title={t('common.fault.title')} text={t('common.fault.hint')} />
    </div>
  );
}
