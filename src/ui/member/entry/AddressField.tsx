import type { Channel } from '#domain/members/channel';
import { checkAddress } from '#domain/members/entry-rules';
import { t } from '../../base/i18n.ts';
import { PlainField } from '../../kit/form/PlainField.tsx';
import { AUTOFOCUS } from '../base/first-field.ts';
import type { PlainForm } from '../base/plain-form.ts';

export interface AddressFieldProps {
  readonly form: Pick<PlainForm, 'field'>;
  readonly channel: Channel;
  readonly defaultValue?: string;
  readonly isFocused?: boolean;
}

/** Where the code is to go: a mail address or a mobile number, each an input of its own. */
export function AddressField({ form, channel, defaultValue, isFocused = false }: AddressFieldProps) {
  const isMail = channel === 'email';
  return (
    <PlainField
      key={channel}
      {...form.field('address', (value) => checkAddress(channel, value))}
      label={t(isMail ? 'entryForms.register.email' : 'entryForms.register.mobile')}
      placeholder={t(isMail ? 'entryForms.register.emailPlaceholder' : 'entryForms.register.mobilePlaceholder')}
      {...(defaultValue !== undefined && { defaultValue })}
      type={isMail ? 'email' : 'tel'}
      autoComplete={isMail ? 'email' : 'tel-national'}
      maxLength={254}
      {...(isFocused && AUTOFOCUS)}
    />
  );
}
