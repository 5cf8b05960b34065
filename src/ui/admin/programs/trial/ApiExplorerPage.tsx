import { PasswordInput, Skeleton } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { Secret } from '#domain/base/secret';
import { operationKey } from '#domain/programs/api-operation';
import {
  selectApiExplorerIsLoading,
  selectApiExplorerIsNotOpened,
  selectApiExplorerIsUnavailable,
  selectExplored,
} from '#machines/programs/api-explorer.machine';
import { t } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { ReadFailed } from '../../../kit/feedback/ReadFailed.tsx';
import '../../../kit/form-styles.ts';
import { OperationList } from './OperationList.tsx';
import { OperationPanel } from './OperationPanel.tsx';
import type { TrialViewProps } from './trial-view.ts';
import classes from './trial.module.css';

/** Tries the calls that are open to programs, with a token, against this very server. */
export function ApiExplorerPage() {
  const { apiExplorer, apiCall, origin } = useBundle('apiExplorer');
  const trial = useLeafActor(apiExplorer, { id: 'apiExplorer' });
  return <ApiExplorerView trial={trial} callLogic={apiCall} origin={origin} />;
}

export function ApiExplorerView(props: TrialViewProps) {
  const { trial } = props;
  const { failure, entries } = useSelector(trial, selectExplored);
  const isUnavailable = useSelector(trial, selectApiExplorerIsUnavailable);
  const isLoading = useSelector(trial, selectApiExplorerIsLoading);
  const hasOpen = useSelector(trial, ({ context }) => context.entry !== null);
  if (isUnavailable)
    return (
      <ReadFailed
        title={t('apiTrial.loadFailed')}
        failure={failure}
        elsewhere={{ title: t('apiTrial.elsewhere'), text: t('apiTrial.elsewhereText') }}
        onRetry={() => trial.send({ type: 'trial.retried' })}
      />
    );
  if (isLoading) return <Skeleton height={360} radius="lg" aria-label={t('apiTrial.loading')} aria-busy />;
  if (entries.length === 0) return <EmptyState level={2} title={t('apiTrial.none')} text={t('apiTrial.noneText')} />;
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>{t('apiTrial.title')}</h1>
        <p className={classes.soft}>{t('apiTrial.lead')}</p>
      </header>
      <TokenField trial={trial} />
      <div className={classes.columns} data-open={hasOpen || undefined}>
        <OperationList trial={trial} />
        <Opened {...props} />
      </div>
    </div>
  );
}

/** The token is in memory alone, and goes with the page. */
function TokenField({ trial }: Pick<TrialViewProps, 'trial'>) {
  return (
    <PasswordInput
      className={classes.token}
      label={t('apiTrial.token')}
      description={t('apiTrial.tokenHint')}
      placeholder="trp_…"
      autoComplete="off"
      data-1p-ignore
      onChange={({ currentTarget: { value } }) =>
        trial.send({ type: 'trial.tokenGiven', token: value.trim() === '' ? null : new Secret(value.trim()) })
      }
      visibilityToggleButtonProps={{ 'aria-label': t('apiTrial.showToken') }}
    />
  );
}

function Opened(props: TrialViewProps) {
  const { trial } = props;
  const { entry, operation, failure } = useSelector(trial, selectExplored);
  const isFailed = useSelector(trial, selectApiExplorerIsNotOpened);
  if (!entry)
    return (
      <div className={classes.empty}>
        <EmptyState level={2} title={t('apiTrial.choose')} text={t('apiTrial.chooseText')} />
      </div>
    );
  if (isFailed)
    return (
      <div className={classes.empty}>
        <ReadFailed
          title={t('apiTrial.notOpened')}
          failure={failure}
          elsewhere={{ title: t('apiTrial.elsewhere'), text: t('apiTrial.elsewhereText') }}
          onRetry={() => trial.send({ type: 'trial.retried' })}
        />
      </div>
    );
  if (!operation) return <Skeleton height={360} radius="lg" aria-label={t('apiTrial.loading')} aria-busy />;
  return <OperationPanel key={operationKey(operation)} {...props} operation={operation} />;
}
