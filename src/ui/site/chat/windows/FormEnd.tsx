import type { Failure } from '#domain/base/failure';
import { t } from '../../../base/i18n.ts';
import { FailureText } from '../../../kit/feedback/FailureText.tsx';
import buttons from '../../../kit/plain-button.module.css';
import { takeLostFocus } from '../../../kit/take-focus.ts';
import classes from './windows.module.css';

interface FormEndProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly isDanger?: boolean;
  readonly failure: Failure | null;
  readonly onClose: () => void;
}

/** Why it was not done, and the buttons that end a window. */
export function FormEnd({ label, isBusy, isDanger = false, failure, onClose }: FormEndProps) {
  return (
    <>
      {failure && (
        <p className={classes.failure} role="alert">
          <FailureText failure={failure} />
        </p>
      )}
      <div className={classes.buttons}>
        <button type="button" className={buttons.secondary} aria-disabled={isBusy} onClick={isBusy ? undefined : onClose}>
          {t('common.action.cancel')}
        </button>
        <button type="submit" className={isDanger ? classes.danger : buttons.primary} aria-disabled={isBusy}>
          {label}
        </button>
      </div>
    </>
  );
}

/** What came of it, and the way back. */
export function FormDone({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  return (
    <div className={classes.form}>
      <output className={classes.text}>{text}</output>
      <div className={classes.buttons}>
        <button ref={takeLostFocus} type="button" className={buttons.primary} onClick={onClose}>
          {t('common.action.close')}
        </button>
      </div>
    </div>
  );
}
