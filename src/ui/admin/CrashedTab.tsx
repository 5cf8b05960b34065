import { Button } from '@mantine/core';
import { IconBug } from '@tabler/icons-react';
import { t } from '../app/i18n.ts';
import { EmptyState } from '../kit/EmptyState.tsx';

/** One tab's page broke; the others live. Source: readings 8.13. */
export function CrashedTab({ onReopen }: { readonly onReopen: () => void }) {
  return (
    <div role="alert">
      <EmptyState level={2} icon={<IconBug size={24} stroke={1.5} />} title={t('admin.crash.title')} text={t('admin.crash.body')}>
        <Button onClick={onReopen}>{t('admin.crash.reopen')}</Button>
      </EmptyState>
    </div>
  );
}
