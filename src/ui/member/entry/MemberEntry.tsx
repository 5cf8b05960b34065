import { useSelector } from '@xstate/react';
import { Suspense, type KeyboardEvent } from 'react';
import { entryHref, entryWayOf, type EntryWay } from '#domain/members/entry-way';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectRoute } from '#machines/app/navigation.machine';
import { selectSessionFailure, selectSignInStep } from '#machines/session/session.machine';
import { useApp } from '../../base/app-context.ts';
import { loadMessages, t } from '../../base/i18n.ts';
import { useLogics } from '../../base/lazy-bundles.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useSite } from '../../base/use-site.ts';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';
import { FactorStep } from './FactorStep.tsx';
import { SignInForm } from './SignInForm.tsx';
import classes from './entry.module.css';

/** A form with the words that only those behind the first one have. */
const withWords = async <Module,>(module: Promise<Module>, ...more: readonly 'memberPages'[]): Promise<Module> =>
  (await Promise.all([module, loadMessages(['entryForms', ...more])]))[0];

const CodeSignInForm = lazyView(async () => (await withWords(import('./CodeSignInForm.tsx'))).CodeSignInForm);
const RegistrationForm = lazyView(async () => (await withWords(import('./RegistrationForm.tsx'))).RegistrationForm);
// Only where a session was lost with something unsaved.
const KeptProfile = lazyView(async () => (await withWords(import('./KeptProfile.tsx'), 'memberPages')).KeptProfile);
const ResetDialog = lazyView(async () => (await withWords(import('./ResetDialog.tsx'))).ResetDialog);

const TABS = ['signIn', 'code', 'register'] as const satisfies readonly EntryWay[];

/** Sign-in, by password or by code, and registration as tabs, and the way to a new password. A tab keeps what was typed in it. */
export function MemberEntry() {
  const { memberSession, navigation } = useApp();
  const { hasMemberDraft } = useLogics();
  const search = useSelector(navigation, (snapshot) => selectRoute(snapshot)?.search ?? '');
  const step = useSelector(memberSession, selectSignInStep);
  const { memberWays } = useSite();
  const tabs = TABS.filter((tab) => tab !== 'code' || memberWays.includes('code'));
  const way = entryWayOf(search);
  const shown = tabs.find((tab) => tab === way) ?? 'signIn';
  const go = (to: EntryWay) => navigation.send({ type: 'navigation.requested', to: entryHref(search, to), mode: 'replace' });
  const move = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    const next = tabs.at((tabs.indexOf(shown) + (key === 'ArrowRight' ? 1 : -1)) % tabs.length) ?? shown;
    currentTarget.querySelector<HTMLElement>(`#entry-tab-${next}`)?.focus();
    go(next);
  };
  return (
    <div className={classes.card}>
      <h1 className={classes.title}>{t('entry.title')}</h1>
      <p className={classes.lead}>{t('entry.lead')}</p>
      <Suspense>{hasMemberDraft() && <KeptProfile />}</Suspense>
      {step === 'code' ? (
        <SecondStep />
      ) : (
        <>
          <div className={classes.tabs} role="tablist" tabIndex={-1} aria-label={t('entry.tabs.label')} onKeyDown={move}>
            {tabs.map((tab) => (
              <button
                key={tab}
                id={`entry-tab-${tab}`}
                type="button"
                role="tab"
                className={classes.tab}
                aria-selected={tab === shown}
                aria-controls={`entry-panel-${tab}`}
                tabIndex={tab === shown ? 0 : -1}
                onClick={() => go(tab)}
              >
                {t(`entry.tabs.${tab}`)}
              </button>
            ))}
          </div>
          <div id="entry-panel-signIn" role="tabpanel" aria-labelledby="entry-tab-signIn" hidden={shown !== 'signIn'}>
            <SignInForm onForgotten={() => go('reset')} />
          </div>
          <div id="entry-panel-code" role="tabpanel" aria-labelledby="entry-tab-code" hidden={shown !== 'code'}>
            <LazyDialog isOpen={shown === 'code'}>
              <CodeSignInForm />
            </LazyDialog>
          </div>
          <div id="entry-panel-register" role="tabpanel" aria-labelledby="entry-tab-register" hidden={shown !== 'register'}>
            <LazyDialog isOpen={shown === 'register'}>
              <RegistrationForm />
            </LazyDialog>
          </div>
        </>
      )}
      <LazyDialog isOpen={way === 'reset'}>
        <ResetDialog isOpen={way === 'reset'} onClose={() => go('signIn')} />
      </LazyDialog>
    </div>
  );
}

/** Of the sign-in by password. */
function SecondStep() {
  const { memberSession } = useApp();
  const failure = useSelector(memberSession, selectSessionFailure);
  const isBusy = useSelector(memberSession, selectIsBusy);
  return (
    <FactorStep
      failure={failure}
      isBusy={isBusy}
      onCode={(code) => memberSession.send({ type: 'session.codeGiven', code })}
      onBack={() => memberSession.send({ type: 'session.codeDismissed' })}
    />
  );
}
