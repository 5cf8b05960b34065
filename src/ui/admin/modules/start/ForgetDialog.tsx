import { Button, Group, Modal, Stack } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { selectParted } from '#machines/modules/module-store-readings';
import type { ModuleStoreRef } from '#machines/modules/module-store.machine';
import { t } from '../../../base/i18n.ts';
import { inLanguage } from '../base/module-words.ts';
import classes from './store.module.css';

interface DialogProps {
  readonly store: ModuleStoreRef;
}

/** Whether a registry goes, whose key would have to be compared once more. */
export function ForgetDialog({ store }: DialogProps) {
  const registry = useSelector(store, selectParted);
  const cancel = () => store.send({ type: 'question.cancelled' });
  return (
    <Modal
      opened={registry !== undefined}
      onClose={cancel}
      title={registry && t('modules.registry.forgetTitle', { name: inLanguage(registry.name) })}
      size={480}
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ 'aria-label': t('common.action.cancel') }}
    >
      <Stack gap="md">
        <p className={classes.text}>{t('modules.registry.forgetText')}</p>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={cancel}>
            {t('common.action.cancel')}
          </Button>
          <Button color="red" onClick={() => store.send({ type: 'question.confirmed' })}>
            {t('modules.registry.forget')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
