import { Suspense, use } from 'react';
import type { SafetyBundle } from '#actors/members/safety.bundle';
import { useHasProviders } from '../../kit/external/external-offers.ts';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { loadMessages, t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { NamedSkeleton } from '../../kit/feedback/NamedSkeleton.tsx';
import { keepFocus } from '../../kit/keep-focus.ts';
import { PasskeysView } from '../../kit/session/PasskeysView.tsx';
import { SessionsView } from '../../kit/session/SessionsView.tsx';
import { TwoFactorView } from '../../kit/session/TwoFactorView.tsx';
import { useMemberPath, useMemberShell } from '../base/shell.ts';
import pages from '../pages/pages.module.css';
import { NotMe } from './NotMe.tsx';
import { SignIns } from './SignIns.tsx';

// Most sites have none.
const IdentitiesView = lazyView(
  async () =>
    (await Promise.all([import('../../kit/external/IdentitiesView.tsx'), loadMessages(['external', 'account'])]))[0].IdentitiesView,
);

/** Where the member is signed in, what else keeps the account safe, and what to do about what is not theirs. Source: security.md rule 4. */
export function SecurityPage() {
  return (
    <AdminProvider>
      <div ref={keepFocus} className={pages.page}>
        <header>
          <h1 className={pages.title}>{t('safety.security.title')}</h1>
          <p className={pages.lead}>{t('safety.security.lead')}</p>
        </header>
        <Suspense fallback={<NamedSkeleton heightPx={320} label={t('safety.security.loading')} />}>
          <Parts />
        </Suspense>
      </div>
    </AdminProvider>
  );
}

function Parts() {
  const safety = use(useBundle('member').safety());
  const factor = useLeafActor(safety.twoFactor, { id: 'memberTwoFactor' });
  const passkeys = useLeafActor(safety.passkeys, { id: 'passkeys' });
  const signIns = useLeafActor(safety.signIns, { id: 'signIns' });
  const disavowal = useLeafActor(safety.disavowal, { id: 'disavowal', input: { isAsked: false } });
  const shell = useMemberShell();
  const passwordPath = useMemberPath('changePassword');
  return (
    <>
      <section className={pages.card}>
        <Devices logic={safety.sessions} />
        <NotMe disavowal={disavowal} passwordPath={passwordPath} />
      </section>
      <section className={pages.card}>
        <TwoFactorView
          factor={factor}
          proof="presence"
          tellUnsaved={(isUnsaved) => shell.send({ type: 'work.unsavedChanged', isUnsaved })}
        />
      </section>
      <PasskeysView passkeys={passkeys} proof="presence" card={pages.card} />
      <Identities logic={safety.identities} />
      <section className={pages.card}>
        <SignIns signIns={signIns} />
      </section>
    </>
  );
}

function Identities({ logic }: { readonly logic: SafetyBundle['identities'] }) {
  // Most sites have none, and then there is nothing to say.
  if (!useHasProviders('member')) return null;
  return <OwnIdentities logic={logic} />;
}

function OwnIdentities({ logic }: { readonly logic: SafetyBundle['identities'] }) {
  const identities = useLeafActor(logic, { id: 'memberIdentities' });
  return (
    <section className={pages.card}>
      <Suspense>
        <IdentitiesView identities={identities} proof="presence" />
      </Suspense>
    </section>
  );
}

function Devices({ logic }: { readonly logic: SafetyBundle['sessions'] }) {
  return <SessionsView sessions={useLeafActor(logic, { id: 'memberSessions', input: { adminId: null } })} isOwn />;
}
