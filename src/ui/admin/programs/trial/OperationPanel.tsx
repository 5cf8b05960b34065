import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ApiOperation } from '#domain/programs/api-operation';
import { clientCallOf, curlOf, draftIssues, requestOf } from '#domain/programs/api-request';
import { selectCall, type ApiCallRef } from '#machines/programs/api-call.machine';
import { t } from '../../../base/i18n.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { Answer } from './Answer.tsx';
import { deedOf, type TrialViewProps } from './trial-view.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { Method } from './Method.tsx';
import { RequestForm } from './RequestForm.tsx';
import { SchemaTable } from './SchemaTable.tsx';
import classes from './trial.module.css';

interface PanelProps extends TrialViewProps {
  readonly operation: ApiOperation;
}

/** One call: what it does, its form, what came of it, what it takes and answers, and how others would write it. */
export function OperationPanel({ trial, callLogic, operation, origin }: PanelProps) {
  const call = useLeafActor(callLogic, { id: 'apiCall', input: { operation } });
  const { method, path, body, answer } = operation;
  const deed = deedOf(operation);
  return (
    <article className={classes.panel}>
      <header>
        <Button
          className={classes.back}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => trial.send({ type: 'trial.operationClosed' })}
        >
          {t('apiTrial.back')}
        </Button>
        <h2 className={classes.address}>
          <Method method={method} /> <code>{path}</code>
        </h2>
        <p className={classes.soft} lang={deed.lang}>
          {deed.text}
        </p>
      </header>
      <RequestForm trial={trial} call={call} operation={operation} />
      <Answer call={call} />
      <Elsewhere call={call} operation={operation} origin={origin} />
      {body && <SchemaTable title={t('apiTrial.takes')} schema={body} />}
      {answer ? <SchemaTable title={t('apiTrial.answers')} schema={answer} /> : <p className={classes.soft}>{t('apiTrial.answersFile')}</p>}
    </article>
  );
}

/** The same call as other programs would write it. */
function Elsewhere({ call, operation, origin }: Pick<PanelProps, 'operation' | 'origin'> & { readonly call: ApiCallRef }) {
  const { draft } = useSelector(call, selectCall);
  const isWhole = draftIssues(operation, draft).length === 0;
  const typed = isWhole ? clientCallOf(operation, draft) : null;
  return (
    <details className={classes.more}>
      <summary>{t('apiTrial.elsewhereTitle')}</summary>
      {isWhole ? (
        <>
          <CodeBlock name={t('apiTrial.curl')} text={curlOf(requestOf(operation, draft), origin)} />
          {typed === null ? (
            <p className={classes.soft}>{t('apiTrial.noClient')}</p>
          ) : (
            <CodeBlock name={t('apiTrial.client')} text={typed} />
          )}
        </>
      ) : (
        <p className={classes.soft}>{t('apiTrial.notWhole')}</p>
      )}
    </details>
  );
}
