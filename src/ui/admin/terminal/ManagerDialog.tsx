import { Button, Group, Modal, NativeSelect } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { PACKAGE_MANAGERS } from '#domain/terminal/terminal-task';
import { selectTerminalIsChoosingManager, type TerminalRef } from '#machines/terminal/terminal.machine';
import { t } from '../../base/i18n.ts';
import { formText } from './form-text.ts';
import classes from './TerminalPanel.module.css';

/** Which package manager commands run with. */
export function ManagerDialog({ terminal }: { readonly terminal: TerminalRef }) {
  const isOpen = useSelector(terminal, selectTerminalIsChoosingManager);
  const chosen = useSelector(terminal, ({ context }) => context.packageManager);
  const close = () => terminal.send({ type: 'terminal.dialogClosed' });
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = formText(event.currentTarget, 'manager');
    const packageManager = PACKAGE_MANAGERS.find((one) => one === name);
    if (packageManager) terminal.send({ type: 'terminal.managerChosen', packageManager });
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t('terminal.managers.title')}
      size={400}
      classNames={{ title: classes.title ?? '' }}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      <form className={classes.form} onSubmit={save}>
        <NativeSelect
          name="manager"
          label={t('terminal.manager')}
          description={t('terminal.managers.lead')}
          defaultValue={chosen}
          data={PACKAGE_MANAGERS.map((value) => ({ value, label: value === 'none' ? t('terminal.managers.none') : value }))}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" color="jade">
            {t('terminal.managers.submit')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
