import { Button, Modal, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { selectTerminalIsChangingSettings, type TerminalRef } from '#machines/terminal/terminal.machine';
import { t } from '../../base/i18n.ts';
import { newKey } from '../../base/new-key.ts';
import { formText } from './form-text.ts';
import classes from './TerminalPanel.module.css';

const REGISTRIES = ['npm', 'taobao', 'tencent'] as const;

/** Port, cleanup and where packages come from. Source: specification §3, "Terminal settings". */
export function SettingsDialog({ terminal }: { readonly terminal: TerminalRef }) {
  const isOpen = useSelector(terminal, selectTerminalIsChangingSettings);
  const { port, automaticCleanupTask } = useSelector(terminal, ({ context }) => context);
  const close = () => terminal.send({ type: 'terminal.dialogClosed' });
  const savePort = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    terminal.send({ type: 'terminal.portChosen', port: formText(event.currentTarget, 'port') });
  };
  const switchRegistry = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const command = `set-npm-registry.${formText(event.currentTarget, 'registry')}`;
    terminal.send({
      type: 'terminal.taskAdded',
      uuid: newKey(),
      createTimeMs: Date.now(),
      command,
      usesManager: false,
      blockOnFailure: false,
      extend: '',
    });
    close();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t('terminal.config.title')}
      size={440}
      classNames={{ title: classes.title ?? '' }}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      <div className={classes.form}>
        <Switch
          label={t('terminal.config.cleanup')}
          checked={automaticCleanupTask === '1'}
          onChange={({ currentTarget }) => terminal.send({ type: 'terminal.cleanupChosen', isOn: currentTarget.checked })}
        />
        <form className={classes.row} onSubmit={savePort}>
          <TextInput
            name="port"
            label={t('terminal.config.port')}
            description={t('terminal.config.portHint')}
            defaultValue={port}
            inputMode="numeric"
            pattern="[0-9]{1,5}"
            required
            withAsterisk={false}
          />
          <Button type="submit" variant="default">
            {t('terminal.config.submit')}
          </Button>
        </form>
        <form className={classes.row} onSubmit={switchRegistry}>
          <NativeSelect
            name="registry"
            label={t('terminal.config.registry')}
            data={REGISTRIES.map((value) => ({ value, label: t(`terminal.config.${value}`) }))}
          />
          <Button type="submit" variant="default">
            {t('terminal.config.registrySubmit')}
          </Button>
        </form>
      </div>
    </Modal>
  );
}
