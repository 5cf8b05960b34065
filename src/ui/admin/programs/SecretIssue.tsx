import { Button, CopyButton, Group, Modal, PasswordInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { map } from 'rxjs';
import { snapshots } from '#actors/base/snapshots';
import { fieldRefusal } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectIssuedToken, selectIssueFailure, type tokenIssueMachine } from '#machines/programs/token-issue.machine';
import { selectIsWindowOpen } from '#machines/table/row-window.machine';
import { type MessageParams, t } from '../../base/i18n.ts';
import { useOwnedActor } from '../../base/use-owned-actor.ts';
import { FailureLine } from '../../kit/feedback/FailureLine.tsx';
import '../../kit/form-styles.ts';
import type { RowWindowProps } from '../../kit/table/base/table-extras.ts';
import { titleOf } from '../../kit/table/base/table-shape.ts';
import { typedIn } from '../../kit/form/typed-in.ts';
import { useIsPhone } from '../../kit/use-is-phone.ts';
import classes from './issue.module.css';

type Say = (word: string, params?: MessageParams) => string;

export interface SecretIssueProps extends RowWindowProps {
  readonly logic: typeof tokenIssueMachine;
  /** The section's own words. */
  readonly say: Say;
  /** How the other side uses what was made, as lines of code. */
  readonly use: (shown: string) => string;
}

/** Makes what opens or signs something, and shows it this once: says what that means, and asks for the own password. */
export function SecretIssue({ row, resource, actor, logic, say, use }: SecretIssueProps) {
  const generation = useSelector(actor, ({ context }) => context.generation);
  const list = useSelector(actor, ({ context }) => context.owner);
  // What is told once stays when another page is looked at: it belongs to the window, which is still open then.
  const leaf = useOwnedActor(actor, logic, {
    id: `tokenIssue:${row.id}:${generation}`,
    isLeaf: false,
    input: { id: row.id },
    isOver: () => !selectIsWindowOpen(actor.getSnapshot()) || actor.getSnapshot().context.generation !== generation,
    unsaved: [list, (issue) => snapshots(issue).pipe(map((snapshot) => selectIsBusy(snapshot) || selectIssuedToken(snapshot) !== null))],
  });
  const token = useSelector(leaf, selectIssuedToken);
  const failure = useSelector(leaf, selectIssueFailure);
  const isBusy = useSelector(leaf, selectIsBusy);
  const isPhone = useIsPhone();
  const atPassword = fieldRefusal(failure, 'password');
  const issue = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    leaf.send({ type: 'token.issueRequested', password: new Secret(typedIn(event.currentTarget, 'password')) });
  };
  const hasOne = row['issuedAt'] !== null;
  // The one before may have ended by now, and the new one is told nowhere else.
  const isHeld = isBusy || token !== null;
  const close = () => {
    if (!isHeld) actor.send({ type: failure ? 'rowWindow.finished' : 'rowWindow.closed' });
  };
  return (
    <Modal
      opened
      onClose={close}
      title={say('title', { name: titleOf(resource, row) })}
      size={560}
      fullScreen={isPhone}
      closeOnClickOutside={!isHeld}
      closeOnEscape={!isHeld}
      withCloseButton={!isHeld}
      closeButtonProps={{ 'aria-label': t('resources.kit.form.close') }}
    >
      {token ? (
        <Issued token={token} say={say} use={use} onKept={() => actor.send({ type: 'rowWindow.finished' })} />
      ) : (
        <form className={classes.body} noValidate aria-busy={isBusy} onSubmit={issue}>
          <p>{say('first')}</p>
          {hasOne && <Warning words={say('again')} />}
          <PasswordInput
            name="password"
            label={say('password')}
            description={say('why')}
            error={atPassword}
            errorProps={{ role: 'alert' }}
            aria-invalid={Boolean(atPassword)}
            autoComplete="current-password"
            data-autofocus
            readOnly={isBusy}
            visibilityToggleButtonProps={{ 'aria-label': t('resources.kit.fields.showPassword') }}
          />
          {failure && !atPassword && <FailureLine text={say('failed')} failure={failure} />}
          <Group justify="flex-end">
            <Button type="submit" loading={isBusy} {...(hasOne && { color: 'red' })}>
              {say(hasOne ? 'makeAgain' : 'make')}
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  );
}

const Warning = ({ words }: { readonly words: string }) => (
  <div className={classes.note}>
    <IconAlertTriangle size={18} aria-hidden="true" />
    <p>{words}</p>
  </div>
);

function Issued({
  token,
  say,
  use,
  onKept,
}: Pick<SecretIssueProps, 'say' | 'use'> & { readonly token: Secret; readonly onKept: () => void }) {
  const shown = token.reveal();
  return (
    <div className={classes.body}>
      <Warning words={say('shown')} />
      <code className={classes.token} aria-label={say('value')}>
        {shown}
      </code>
      <p>{say('use')}</p>
      <code className={classes.use}>{use(shown)}</code>
      <Group gap="xs">
        <CopyButton value={shown}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={copy}>
              {say(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
        <Button ms="auto" onClick={onKept}>
          {say('done')}
        </Button>
      </Group>
    </div>
  );
}
