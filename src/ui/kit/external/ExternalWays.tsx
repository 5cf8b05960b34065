import { IconAlertCircle } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { Area } from '#domain/base/area';
import { outcomeIn, withoutOutcome } from '#domain/external/external-fault';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectRoute } from '#machines/app/navigation.machine';
import { selectExternalFailure, selectExternalFault } from '#machines/external/external-sign-in.machine';
import type { SessionRef } from '#machines/session/session.machine';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { useSite } from '../../base/use-site.ts';
import { failureText } from '../feedback/FailureText.tsx';
import buttons from '../plain-button.module.css';
import classes from './external.module.css';

export interface ExternalWaysProps {
  readonly area: Area;
  readonly session: SessionRef;
}

/** A button for each provider that people of the area may sign in by, and what was wrong with a way back. */
export function ExternalWays({ area, session }: ExternalWaysProps) {
  const { navigation } = useApp();
  const { signInOffers = [] } = useSite();
  const route = useSelector(navigation, selectRoute);
  const search = route?.search ?? '';
  const { signIn: logicOf } = useBundle('external');
  const signIn = useLeafActor(logicOf(area), {
    id: `externalSignIn:${area}`,
    input: { owner: session, navigation, outcome: outcomeIn(search), page: `${route?.path ?? ''}${withoutOutcome(search)}` },
  });
  const failure = useSelector(signIn, selectExternalFailure);
  const fault = useSelector(signIn, selectExternalFault);
  const isBusy = useSelector(signIn, selectIsBusy);
  const problem = failure ? failureText(failure) : fault && t(`external.fault.${fault}`);
  return (
    <div className={classes.ways} aria-busy={isBusy}>
      <div role="alert">
        {problem && (
          <p className={classes.problem}>
            <IconAlertCircle size={18} stroke={1.75} aria-hidden="true" />
            {problem}
          </p>
        )}
      </div>
      <p className={classes.or}>{t('external.or')}</p>
      {signInOffers
        .filter(({ audiences }) => audiences.includes(area))
        .map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className={buttons.secondary}
            aria-disabled={isBusy}
            onClick={({ currentTarget }) => {
              const keep = currentTarget.form?.querySelector<HTMLInputElement>('[name="keep"]')?.checked === true;
              if (!isBusy) signIn.send({ type: 'external.chosen', id, keep });
            }}
          >
            {t('external.signIn', { name })}
          </button>
        ))}
    </div>
  );
}
