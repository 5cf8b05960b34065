import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { PlainField, type PlainFieldProps } from './PlainField.tsx';

export interface PlainPasswordProps extends Omit<PlainFieldProps, 'type' | 'children'> {
  readonly isShown: boolean;
  /** What the button inside does next. */
  readonly toggleLabel: string;
  readonly onToggle: () => void;
}

/** A password that can be looked at while it is typed. */
export function PlainPassword({ isShown, toggleLabel, onToggle, ...field }: PlainPasswordProps) {
  const EyeIcon = isShown ? IconEyeOff : IconEye;
  return (
    <PlainField {...field} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} maxLength={128}>
      <button type="button" aria-label={toggleLabel} aria-pressed={isShown} onClick={onToggle}>
        <EyeIcon size={19} stroke={1.75} aria-hidden="true" />
      </button>
    </PlainField>
  );
}
