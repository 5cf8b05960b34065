import { Alert, Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectModule, type ModuleStoreRef } from '#machines/modules/module-store.machine';
import { t } from '../../../base/i18n.ts';
import { FailureText } from '../../../kit/feedback/FailureText.tsx';
import { moduleLabel } from '../base/module-label.ts';
import { moduleText } from '../base/module-words.ts';
import classes from './store.module.css';

interface DialogProps {
  readonly store: ModuleStoreRef;
}

/** Whether a module goes, and what becomes of its records. */
export function RemoveDialog({ store }: DialogProps) {
  const uid = useSelector(store, ({ context }) => context.asked?.uid ?? null);
  const isPurge = useSelector(store, ({ context }) => context.asked?.of === 'records');
  const module = useSelector(store, selectModule(uid ?? ''));
  return (
    <Modal
      opened={uid !== null}
      onClose={() => store.send({ type: 'question.cancelled' })}
      title={t(isPurge ? 'modules.purge.title' : 'modules.remove.title', { name: module ? moduleText(module.title) : (uid ?? '') })}
      size={480}
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ 'aria-label': t('common.action.cancel') }}
    >
      {uid !== null && <Question store={store} uid={uid} />}
    </Modal>
  );
}

function Question({ store, uid }: DialogProps & { readonly uid: string }) {
  const failure = useSelector(store, ({ context }) => context.failure);
  const records = useSelector(store, ({ context }) => context.asked?.records ?? 'keep');
  const isPurge = useSelector(store, ({ context }) => context.asked?.of === 'records');
  const going = useSelector(store, ({ context }) => context.going);
  const typed = useSelector(store, ({ context }) => context.asked?.typed ?? '');
  const isBusy = useSelector(store, selectIsBusy);
  const canConfirm = useSelector(store, (snapshot) => snapshot.can({ type: 'question.confirmed' }));
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    store.send({ type: 'question.confirmed' });
  };
  return (
    <form onSubmit={confirm} noValidate>
      <Stack gap="md">
        {failure && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
            <FailureText failure={failure} />
          </Alert>
        )}
        <p className={classes.text}>{t(isPurge ? 'modules.purge.text' : 'modules.remove.text')}</p>
        {going && (
          <ul className={classes.going} aria-label={t('modules.remove.going')}>
            {going.map(({ rows, ...section }) => (
              <li key={section.name}>{t('modules.remove.rows', { name: moduleLabel(section), count: rows })}</li>
            ))}
          </ul>
        )}
        {!isPurge && (
          <Radio.Group
            label={t('modules.remove.records')}
            value={records}
            onChange={(one) => store.send({ type: 'records.chosen', records: one === 'delete' ? 'delete' : 'keep' })}
          >
            <Stack gap={8} mt={8}>
              {(['keep', 'delete'] as const).map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={t(`modules.remove.${one}.label`)}
                  description={t(`modules.remove.${one}.text`)}
                  disabled={isBusy}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {records === 'delete' && (
          <TextInput
            label={t('modules.remove.type', { uid })}
            value={typed}
            maxLength={21}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => store.send({ type: 'uid.typed', text: event.currentTarget.value })}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={isBusy} onClick={() => store.send({ type: 'question.cancelled' })}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" color="red" loading={isBusy} disabled={!canConfirm && !isBusy}>
            {t(isPurge ? 'modules.waiting.purge' : records === 'delete' ? 'modules.remove.withRecords' : 'modules.act.remove')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
