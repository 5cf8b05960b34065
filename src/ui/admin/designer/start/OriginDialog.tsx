import { Alert, Button, Group, Modal, Skeleton, Stack, Textarea } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectDesignOriginsIsListing,
  selectDesignOriginsIsOpen,
  selectDesignOriginsIsTold,
  selectDesignOriginsIsUnavailable,
  selectStatementIssue,
  type DesignOriginsRef,
  type OriginDoor,
} from '#machines/designer/design-origins.machine';
import { t } from '../../../base/i18n.ts';
import { ReadFailed } from '../../../kit/feedback/ReadFailed.tsx';
import { leaving } from '../../../kit/dialogs/leaving.ts';
import { FailureText } from '../../../kit/feedback/FailureText.tsx';
import { LoggedDesigns, ProgramSections, StandingTables } from './OriginList.tsx';
import classes from './start.module.css';

interface OriginProps {
  readonly origins: DesignOriginsRef;
}

/** What a design begins with that is there already: a table, a statement, a design of the log, a section of the program. */
export function OriginDialog({ origins }: OriginProps) {
  const isOpen = useSelector(origins, selectDesignOriginsIsOpen);
  const mayLeave = useSelector(origins, (snapshot) => snapshot.can({ type: 'origin.cancelled' }));
  const door = useSelector(origins, ({ context }) => context.door);
  return (
    <Modal
      opened={isOpen}
      title={t(`designer.origin.${door}.title`)}
      size={640}
      transitionProps={{ duration: 120 }}
      {...leaving({
        isHeld: isOpen && !mayLeave,
        closeLabel: t('common.action.cancel'),
        onClose: () => origins.send({ type: 'origin.cancelled' }),
      })}
    >
      {isOpen && <Body origins={origins} door={door} />}
    </Modal>
  );
}

function Body({ origins, door }: OriginProps & { readonly door: OriginDoor }) {
  const isListing = useSelector(origins, selectDesignOriginsIsListing);
  const isUnavailable = useSelector(origins, selectDesignOriginsIsUnavailable);
  const isTold = useSelector(origins, selectDesignOriginsIsTold);
  const failure = useSelector(origins, ({ context }) => context.failure);
  const issue = useSelector(origins, selectStatementIssue);
  if (isListing) return <Skeleton height={200} radius="md" aria-label={t('designer.origin.loading')} aria-busy />;
  if (isUnavailable)
    return (
      <ReadFailed
        level={3}
        title={t('designer.origin.loadFailed')}
        failure={failure}
        onRetry={() => origins.send({ type: 'origin.retried' })}
      />
    );
  if (isTold) return <Left origins={origins} />;
  return (
    <Stack gap="md">
      <p className={classes.question}>{t(`designer.origin.${door}.text`)}</p>
      {failure && issue === '' && (
        <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} title={t('designer.origin.failed')}>
          <FailureText failure={failure} />
        </Alert>
      )}
      {door === 'table' && <StandingTables origins={origins} />}
      {door === 'log' && <LoggedDesigns origins={origins} />}
      {door === 'section' && <ProgramSections origins={origins} />}
      {door === 'statement' && <Statement origins={origins} issue={issue} />}
    </Stack>
  );
}

function Statement({ origins, issue }: OriginProps & { readonly issue: string }) {
  const sql = useSelector(origins, ({ context }) => context.sql);
  const isBusy = useSelector(origins, selectIsBusy);
  const canConfirm = useSelector(origins, (snapshot) => snapshot.can({ type: 'statement.confirmed' }));
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    origins.send({ type: 'statement.confirmed' });
  };
  return (
    <form onSubmit={confirm} noValidate>
      <Stack gap="md">
        <Textarea
          label={t('designer.origin.statement.label')}
          placeholder={t('designer.origin.statement.example')}
          classNames={{ input: classes.statement }}
          rows={10}
          spellCheck={false}
          autoComplete="off"
          data-autofocus
          value={sql}
          error={issue === '' ? undefined : issue}
          onChange={(event) => origins.send({ type: 'statement.typed', text: event.currentTarget.value })}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => origins.send({ type: 'origin.cancelled' })}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!canConfirm && !isBusy}>
            {t('designer.origin.statement.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What stays out of the design is said before anybody wonders where it is. */
function Left({ origins }: OriginProps) {
  const found = useSelector(origins, ({ context }) => context.found);
  const door = useSelector(origins, ({ context }) => context.door);
  return (
    <Stack gap="md">
      <p className={classes.question}>{t(`designer.origin.left.${door === 'log' ? 'statement' : door}`)}</p>
      <ul className={classes.left}>
        {found?.left.map(({ column, reason }) => (
          <li key={column}>
            <code>{column}</code> <span>{reason}</span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => origins.send({ type: 'origin.returned' })}>
          {t('designer.origin.back')}
        </Button>
        <Button data-autofocus onClick={() => origins.send({ type: 'origin.accepted' })}>
          {t('designer.ask.new.confirm')}
        </Button>
      </Group>
    </Stack>
  );
}
