import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Failure } from '#domain/base/failure';
import { t } from '../../base/i18n.ts';
import { FailureLine } from '../feedback/FailureLine.tsx';
import { Spinner } from '../feedback/Spinner.tsx';
import { useIsPhone } from '../use-is-phone.ts';

interface TrialDialogProps {
  readonly title: string;
  readonly widthPx: number;
  readonly className?: string | undefined;
  readonly words: { readonly busy: string; readonly failed: string; readonly again: string };
  readonly isBusy: boolean;
  readonly failure: Failure | null;
  readonly onRepeat: () => void;
  readonly onClose: () => void;
  /** What came of it; null before. */
  readonly children: ReactNode;
}

/** Something is tried out: it is under way, its outcome stands here, or why there is none; and it can be tried again. */
export function TrialDialog({ title, widthPx, className, words, isBusy, failure, onRepeat, onClose, children }: TrialDialogProps) {
  const isPhone = useIsPhone();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={widthPx}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('resources.kit.form.close') }}
    >
      <div className={className} aria-live="polite" aria-busy={isBusy}>
        {isBusy && (
          <Group gap="sm">
            <Spinner />
            <Text size="sm">{words.busy}</Text>
          </Group>
        )}
        {failure && <FailureLine text={words.failed} failure={failure} onRetry={onRepeat} />}
        {children}
      </div>
      {children !== null && (
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onRepeat}>
            {words.again}
          </Button>
        </Group>
      )}
    </Modal>
  );
}
