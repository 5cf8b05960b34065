import type { ChatModelOffer, ChatOffer } from '#machines/chat/chat.machine';
import { t } from '../../../base/i18n.ts';
import classes from './composer.module.css';

interface ModelNotesProps {
  readonly model: ChatModelOffer;
  readonly balance: ChatOffer['balance'];
}

/** Where the chosen model is told nothing of people's addresses and numbers, and what it may take for an answer. */
export function ModelNotes({ model: { hidesPersonal, charge, highestCharge }, balance }: ModelNotesProps) {
  const said = (amount: number): string => (charge === 'money' ? (amount / 100).toFixed(2) : String(amount));
  return (
    <>
      {hidesPersonal && <p className={classes.hidden}>{t('chatWindows.charge.hidden')}</p>}
      {charge !== 'free' && (
        <p className={classes.hidden}>
          {t(`chatWindows.charge.${charge}`, { most: said(highestCharge), balance: said(balance?.[charge] ?? 0) })}
        </p>
      )}
    </>
  );
}
