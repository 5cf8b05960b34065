import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { selectSignInStep, type SessionRef } from '#machines/session/session.machine';
import { loadMessages } from '../../base/i18n.ts';
import { useLogics } from '../../base/lazy-bundles.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useSite } from '../../base/use-site.ts';
import { LazyExternalWays, useHasProviders } from '../../kit/external/external-offers.ts';
import { LoginForm } from './LoginForm.tsx';

// Most accounts have no second step.
const LoginCode = lazyView(async () => {
  const [{ LoginCode: View }] = await Promise.all([import('./LoginCode.tsx'), loadMessages(['account'])]);
  return View;
});
const LoginEnrolment = lazyView(async () => {
  const [{ LoginEnrolment: View }] = await Promise.all([import('./LoginEnrolment.tsx'), loadMessages(['account'])]);
  return View;
});

/** The steps of the sign-in, one at a time. */
export function LoginSteps({ session }: { readonly session: SessionRef }) {
  const step = useSelector(session, selectSignInStep);
  const hasProviders = useHasProviders('admin');
  const { hasPasskeys: isKnown } = useLogics();
  const hasPasskeys = useSite().adminWays !== undefined && isKnown;
  if (step === 'password')
    return (
      <LoginForm session={session} hasPasskeys={hasPasskeys}>
        {hasProviders && (
          <Suspense>
            <LazyExternalWays area="admin" session={session} />
          </Suspense>
        )}
      </LoginForm>
    );
  return <Suspense>{step === 'code' ? <LoginCode session={session} /> : <LoginEnrolment session={session} />}</Suspense>;
}
