import { Button, Group, Modal, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { HTML_LANGUAGE, LANGUAGES } from '#domain/base/language';
import type { PreviewKind } from '#domain/site/preview';
import { selectAddresses, selectPreviewFailure, type DraftPreviewRef } from '#machines/site/draft-preview.machine';
import { t } from '../../base/i18n.ts';
import { LANGUAGE_OWN_NAME } from '../../base/language-names.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { FailureLine } from '../../kit/feedback/FailureLine.tsx';
import type { RowWindowProps } from '../../kit/table/base/table-extras.ts';

interface PreviewWindowProps extends RowWindowProps {
  readonly of: PreviewKind;
  readonly title: string;
}

/** What is not published yet, as visitors will see it: a link for each language, which opens once. */
export function PreviewWindow({ row, actor, of: kind, title }: PreviewWindowProps) {
  const { draftPreview } = useBundle('rowWindows');
  const leaf = useLeafActor(draftPreview, { id: 'draftPreview', input: { kind, id: row.id } });
  const failure = useSelector(leaf, selectPreviewFailure);
  const hasLinks = useSelector(leaf, (snapshot) => !snapshot.hasTag('failed') || selectAddresses(snapshot) !== null);
  return (
    <Modal
      opened
      onClose={() => actor.send({ type: 'rowWindow.closed' })}
      title={t('draftPreview.title', { title })}
      size={480}
      closeButtonProps={{ 'aria-label': t('resources.kit.form.close') }}
    >
      <Text size="sm">{t('draftPreview.text')}</Text>
      <Text size="sm" c="dimmed" mb="md">
        {t('draftPreview.once')}
      </Text>
      {failure && (
        <FailureLine text={t('draftPreview.failed')} failure={failure} onRetry={() => leaf.send({ type: 'draftPreview.retried' })} />
      )}
      {hasLinks && <Links actor={leaf} />}
    </Modal>
  );
}

function Links({ actor }: { readonly actor: DraftPreviewRef }) {
  const addresses = useSelector(actor, selectAddresses);
  const opened = () => actor.send({ type: 'draftPreview.opened' });
  return (
    <Group gap="sm">
      {LANGUAGES.map((language) => (
        <Button
          key={language}
          component="a"
          fw="inherit"
          // Without an address it is no link yet, and opens nothing.
          {...(addresses && { href: addresses[language] })}
          target="_blank"
          rel="noopener"
          variant="default"
          lang={HTML_LANGUAGE[language]}
          loading={addresses === null}
          leftSection={<IconExternalLink size={16} aria-hidden="true" />}
          onClick={opened}
          // The middle button, and the browser's own menu, open it in a tab of its own.
          onAuxClick={opened}
        >
          {t('draftPreview.open', { language: LANGUAGE_OWN_NAME[language] })}
        </Button>
      ))}
    </Group>
  );
}
