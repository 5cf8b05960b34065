import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { fingerprintText, REGISTRY_BOUNDS } from '#domain/modules/registry';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectRegistryAdding } from '#machines/modules/module-store.selectors';
import type { ModuleStoreRef } from '#machines/modules/module-store.machine';
import type { RegistryAddingRef } from '#machines/modules/registry-adding.machine';
import { t } from '../../../base/i18n.ts';
import { FailureText } from '../../../kit/feedback/FailureText.tsx';
import { moduleText } from '../base/module-words.ts';
import classes from './store.module.css';

interface DialogProps {
  readonly store: ModuleStoreRef;
}

/** A registry is added: its address first, then the fingerprint of whoever signs it. */
export function RegistryDialog({ store }: DialogProps) {
  const adding = useSelector(store, selectRegistryAdding);
  const close = () => store.send({ type: 'registry.addClosed' });
  return (
    <Modal
      opened={adding !== undefined}
      onClose={close}
      title={t('modules.registry.add')}
      size={520}
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ 'aria-label': t('common.action.cancel') }}
    >
      {adding && <Steps adding={adding} close={close} />}
    </Modal>
  );
}

interface StepProps {
  readonly adding: RegistryAddingRef;
  readonly close: () => void;
}

function Steps({ adding, close }: StepProps) {
  const hasSeen = useSelector(adding, ({ context }) => context.seen !== null);
  return hasSeen ? <Compare adding={adding} /> : <Address adding={adding} close={close} />;
}

function Address({ adding, close }: StepProps) {
  const address = useSelector(adding, ({ context }) => context.address);
  const failure = useSelector(adding, ({ context }) => context.failure);
  const isBusy = useSelector(adding, selectIsBusy);
  const canLook = useSelector(adding, (snapshot) => snapshot.can({ type: 'look.requested' }));
  const look = (event: FormEvent) => {
    event.preventDefault();
    adding.send({ type: 'look.requested' });
  };
  return (
    <form onSubmit={look} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('modules.registry.address')}
          description={t('modules.registry.addressText')}
          descriptionProps={{ size: 'md', mb: 8 }}
          placeholder="https://modules.example.com/"
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          data-autofocus
          maxLength={REGISTRY_BOUNDS.addressLength}
          value={address}
          error={failure && <FailureText failure={failure} />}
          onChange={(event) => adding.send({ type: 'address.typed', text: event.currentTarget.value })}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!canLook && !isBusy}>
            {t('modules.registry.look')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Whoever compares the fingerprint with what the publisher tells elsewhere knows that nobody stands between. */
function Compare({ adding }: Pick<StepProps, 'adding'>) {
  const seen = useSelector(adding, ({ context }) => context.seen);
  const failure = useSelector(adding, ({ context }) => context.failure);
  const isBusy = useSelector(adding, selectIsBusy);
  if (!seen) return null;
  return (
    <Stack gap="md">
      {failure && (
        <Alert color="red" role="alert">
          <FailureText failure={failure} />
        </Alert>
      )}
      <div>
        <h2 className={classes.entryTitle}>{moduleText(seen.name)}</h2>
        <p className={classes.address}>{seen.address}</p>
        <p className={classes.by}>{t('modules.registry.packages', { count: seen.packages })}</p>
      </div>
      <div>
        <p className={classes.text}>{t('modules.registry.compare')}</p>
        <code className={classes.bigPrint}>{fingerprintText(seen.fingerprint)}</code>
      </div>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={isBusy} onClick={() => adding.send({ type: 'registry.rejected' })}>
          {t('modules.registry.other')}
        </Button>
        <Button loading={isBusy} onClick={() => adding.send({ type: 'registry.confirmed' })}>
          {t('modules.registry.agree')}
        </Button>
      </Group>
    </Stack>
  );
}
