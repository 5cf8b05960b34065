import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import type { ApiOperation } from '#domain/programs/api-operation';
import { BODY, isPlain } from '#domain/programs/api-request';
import { schemaRule, schemaType } from '#domain/programs/schema-example';
import { selectApiCallIsSending, selectApiCallIsTokenMissing, selectCall, type ApiCallRef } from '#machines/programs/api-call.machine';
import { selectExplored } from '#machines/programs/api-explorer.machine';
import { t } from '../../../base/i18n.ts';
import type { TrialViewProps } from './trial-view.ts';
import classes from './trial.module.css';

interface FormProps extends Pick<TrialViewProps, 'trial'> {
  readonly call: ApiCallRef;
  readonly operation: ApiOperation;
}

/** What is sent: a field for each parameter, and the body as JSON. */
export function RequestForm({ trial, call, operation }: FormProps) {
  const { token } = useSelector(trial, selectExplored);
  const isBusy = useSelector(call, selectApiCallIsSending);
  const isTokenMissing = useSelector(call, selectApiCallIsTokenMissing);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    call.send({ type: 'call.sent', token });
  };
  const isWrite = operation.method !== 'GET';
  return (
    <form className={classes.form} noValidate aria-busy={isBusy} onSubmit={send} aria-label={t('apiTrial.request')}>
      <Parameters call={call} operation={operation} isBusy={isBusy} />
      {operation.body && <Body call={call} isBusy={isBusy} />}
      {isWrite && <p className={classes.note}>{t('apiTrial.writes')}</p>}
      {isTokenMissing && (
        <p className={classes.error} role="alert">
          {t('apiTrial.tokenMissing')}
        </p>
      )}
      <Group gap="xs">
        <Button type="submit" loading={isBusy} leftSection={<IconSend size={16} aria-hidden />}>
          {t(isWrite ? 'apiTrial.sendWrite' : 'apiTrial.send')}
        </Button>
        {isBusy && (
          <Button variant="default" onClick={() => call.send({ type: 'call.cancelled' })}>
            {t('apiTrial.cancel')}
          </Button>
        )}
        {operation.body && !isBusy && (
          <Button variant="subtle" onClick={() => call.send({ type: 'call.exampleRestored' })}>
            {t('apiTrial.example')}
          </Button>
        )}
      </Group>
    </form>
  );
}

interface PartProps {
  readonly call: ApiCallRef;
  readonly isBusy: boolean;
}

/** Required ones are open; the others, of which a list has many, are behind a press. */
function Parameters({ call, operation, isBusy }: PartProps & Pick<FormProps, 'operation'>) {
  const { draft, issues } = useSelector(call, selectCall);
  const [needed, others] = [true, false].map((wanted) => operation.parameters.filter(({ isRequired }) => isRequired === wanted));
  const field = (parameter: ApiOperation['parameters'][number]) => {
    const issue = issues.find(({ at }) => at === parameter.name);
    const { name, schema, isRequired } = parameter;
    return (
      <TextInput
        key={name}
        label={name}
        description={[isPlain(parameter) ? schemaType(schema) : t('apiTrial.asJson', { type: schemaType(schema) }), schemaRule(schema)]
          .filter(Boolean)
          .join(' · ')}
        required={isRequired}
        readOnly={isBusy}
        value={draft.values[name] ?? ''}
        error={issue && t(`apiTrial.issue.${issue.why}`)}
        errorProps={{ role: 'alert' }}
        onChange={({ currentTarget: { value } }) => call.send({ type: 'call.valueWritten', name, value })}
      />
    );
  };
  return (
    <>
      {needed && needed.length > 0 && <div className={classes.fields}>{needed.map(field)}</div>}
      {others && others.length > 0 && (
        <details className={classes.more} open={operation.parameters.length <= 4 || undefined}>
          <summary>{t('apiTrial.optional', { count: others.length })}</summary>
          <div className={classes.fields}>{others.map(field)}</div>
        </details>
      )}
    </>
  );
}

function Body({ call, isBusy }: PartProps) {
  const { draft, issues } = useSelector(call, selectCall);
  const issue = issues.find(({ at }) => at === BODY);
  return (
    <Textarea
      label={t('apiTrial.body')}
      classNames={{ input: classes.body ?? '' }}
      rows={Math.min(20, draft.body.split('\n').length + 1)}
      spellCheck={false}
      readOnly={isBusy}
      value={draft.body}
      error={issue && t(`apiTrial.issue.${issue.why}`)}
      errorProps={{ role: 'alert' }}
      onChange={({ currentTarget: { value } }) => call.send({ type: 'call.bodyWritten', text: value })}
    />
  );
}
