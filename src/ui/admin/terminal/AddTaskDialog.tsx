import { Button, Checkbox, Group, Modal, NativeSelect } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { commandChoices, type CommandChoice } from '#domain/terminal/terminal-queue';
import {
  selectTerminalAddingHasFailed,
  selectTerminalAddingIsLoading,
  selectTerminalIsAdding,
  type TerminalRef,
} from '#machines/terminal/terminal.machine';
import { t } from '../../base/i18n.ts';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import { takeFocus } from '../../kit/take-focus.ts';
import { newKey } from '../../base/new-key.ts';
import { formText } from './form-text.ts';
import { deedText } from './task-words.ts';
import classes from './TerminalPanel.module.css';

/** Commands of the chosen package manager stand together. */
const groupOf = ({ command, usesManager }: CommandChoice): string => (usesManager ? '' : (command.split('.')[0] ?? command));

function labelOf({ command, line, usesManager, missing }: CommandChoice): string {
  const [group = command, of = command] = command.split('.');
  const why = missing === undefined ? '' : `  ·  ${t('terminal.adding.missing', { program: missing })}`;
  return `${usesManager ? (deedText(group) ?? group) : of}  ·  ${line || t('terminal.adding.noManager')}${why}`;
}

/** What the server cannot run is there with its reason, and cannot be chosen. */
const isOffered = ({ line, missing }: CommandChoice): boolean => line !== '' && missing === undefined;

/** Chooses a command of those that the server runs. */
export function AddTaskDialog({ terminal }: { readonly terminal: TerminalRef }) {
  const isOpen = useSelector(terminal, selectTerminalIsAdding);
  const isBusy = useSelector(terminal, selectTerminalAddingIsLoading);
  const hasFailed = useSelector(terminal, selectTerminalAddingHasFailed);
  const { commands, failure, packageManager } = useSelector(terminal, ({ context }) => context);
  const close = () => terminal.send({ type: 'terminal.dialogClosed' });
  const choices = commandChoices(commands, packageManager);
  const canAdd = choices.some(isOffered);
  const groups = [...Map.groupBy(choices, groupOf)].map(([group, items]) => ({
    group: group === '' ? t('terminal.manager') : (deedText(group) ?? group),
    items: items.map((choice) => ({ value: choice.command, label: labelOf(choice), disabled: !isOffered(choice) })),
  }));
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const command = formText(event.currentTarget, 'command');
    terminal.send({
      type: 'terminal.taskAdded',
      uuid: newKey(),
      createTimeMs: Date.now(),
      command,
      usesManager: choices.some((choice) => choice.command === command && choice.usesManager),
      blockOnFailure: formText(event.currentTarget, 'block') !== '',
      extend: '',
    });
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t('terminal.adding.title')}
      size={460}
      classNames={{ title: classes.title ?? '' }}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      {isBusy && <p className={classes.lead}>{t('terminal.adding.loading')}</p>}
      {hasFailed && (
        <div className={classes.form}>
          <p className={classes.failure} role="alert">
            {t('terminal.adding.failed')} {failure && <FailureText failure={failure} />}
          </p>
          <Button variant="default" onClick={() => terminal.send({ type: 'terminal.commandsRetried' })}>
            {t('common.action.retry')}
          </Button>
        </div>
      )}
      {!isBusy && !hasFailed && (
        <form className={classes.form} onSubmit={add}>
          <NativeSelect ref={takeFocus} name="command" label={t('terminal.adding.command')} data={groups} data-autofocus />
          <Checkbox name="block" defaultChecked label={t('terminal.adding.block')} description={t('terminal.adding.blockHint')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('common.action.cancel')}
            </Button>
            <Button type="submit" color="jade" disabled={!canAdd}>
              {t('terminal.adding.submit')}
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  );
}
