import { Button, CopyButton, Group } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import type { Secret } from '#domain/base/secret';
import { t } from '../../base/i18n.ts';
import { takeLostFocus } from '../take-focus.ts';
import classes from './two-factor.module.css';

export interface RecoveryCodesProps {
  /** One a line. */
  readonly codes: Secret;
  readonly onKept: () => void;
}

/** Recovery codes, this once: to copy, to save, and to say that they are kept. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const lines = codes.reveal();
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${lines}\n`)}`;
  return (
    <>
      {/* They come in the place of the form that asked for the first code, and the keyboard was in that. */}
      <div ref={takeLostFocus} tabIndex={-1} className={classes.note}>
        <IconAlertTriangle size={18} aria-hidden="true" />
        <p>
          <strong>{t('account.factor.codesTitle')}</strong> {t('account.factor.codesHint')}
        </p>
      </div>
      <ul className={classes.codes} aria-label={t('account.factor.codesTitle')}>
        {lines.split('\n').map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyButton value={lines}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={copy}>
              {t(copied ? 'account.factor.copied' : 'account.factor.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          variant="default"
          fw="inherit"
          leftSection={<IconDownload size={16} />}
          href={file}
          download="recovery-codes.txt"
        >
          {t('account.factor.download')}
        </Button>
        <Button ms="auto" onClick={onKept}>
          {t('account.factor.kept')}
        </Button>
      </Group>
    </>
  );
}
