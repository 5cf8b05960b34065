import { Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { recoveryCodesLogic } from '#actors/session/recovery-codes.actors';
import type { Secret } from '#domain/base/secret';
import { selectAreCopied, selectIsCopyRefused } from '#machines/session/recovery-codes.machine';
import { t } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { takeLostFocus } from '../take-focus.ts';
import classes from './two-factor.module.css';

export interface RecoveryCodesProps {
  /** One a line. */
  readonly codes: Secret;
  readonly onKept: () => void;
  /** Whether the page they stand on has something to lose. */
  readonly tellUnsaved: (isUnsaved: boolean) => void;
}

/** Recovery codes, this once: to copy, to save, and to say that they are kept. */
export function RecoveryCodes({ codes, onKept, tellUnsaved }: RecoveryCodesProps) {
  const shown = useLeafActor(recoveryCodesLogic(tellUnsaved), { id: 'recoveryCodes' });
  const areCopied = useSelector(shown, selectAreCopied);
  const isCopyRefused = useSelector(shown, selectIsCopyRefused);
  const lines = codes.reveal();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(lines);
      shown.send({ type: 'codes.copied' });
    } catch {
      // A page without HTTPS has no clipboard.
      shown.send({ type: 'codes.copyRefused' });
    }
  };
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
      {isCopyRefused && (
        <p role="alert" className={classes.problem}>
          {t('account.factor.copyRefused')}
        </p>
      )}
      <Group gap="xs">
        <Button variant="default" leftSection={areCopied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={() => void copy()}>
          {t(areCopied ? 'account.factor.copied' : 'account.factor.copy')}
        </Button>
        <Button
          component="a"
          variant="default"
          fw="inherit"
          fz="inherit"
          leftSection={<IconDownload size={16} />}
          href={file}
          download="recovery-codes.txt"
          onClick={() => shown.send({ type: 'codes.downloaded' })}
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
