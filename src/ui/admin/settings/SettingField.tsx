import { useSelector } from '@xstate/react';
import type { Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import type { SettingsRef } from '#machines/settings/settings.machine';
import type { SettingItem, SettingsEvent } from '#machines/settings/settings.vocabulary';
import { text } from '../../base/i18n.ts';
import { TimeZoneInput } from './TimeZoneInput.tsx';
import { afterPress } from '../../kit/after-press.ts';
import { FIELD_INPUTS, isFormKind } from '../../kit/fields/registry.ts';

/** The one setting whose text is among those that the engine knows. */
const TIME_ZONE = 'time_zone';

export interface SettingFieldProps {
  readonly settings: SettingsRef;
  readonly resource: Resource;
  readonly item: SettingItem;
  readonly field: Field;
  readonly readOnly: boolean;
}

/** One setting, typed in as its kind of field is anywhere else. */
export function SettingField({ settings, resource, item: { name, value: stored }, field, readOnly }: SettingFieldProps) {
  const value = useSelector(settings, ({ context }) => context.values[name]);
  const issue = useSelector(settings, ({ context }) => context.issues[name]);
  const serverText = useSelector(settings, ({ context }) => context.serverTexts[name]);
  if (!isFormKind(field.kind)) return null;
  // An upload may end after the page is gone.
  const send = (event: SettingsEvent) => {
    if (settings.getSnapshot().status === 'active') settings.send(event);
  };
  const Input = name === TIME_ZONE ? TimeZoneInput : FIELD_INPUTS[field.kind];
  return (
    <Input
      of={{ resource, key: name, field }}
      value={value}
      record={{ [name]: stored }}
      error={issue ? text(issue.key, issue.params) : serverText}
      readOnly={readOnly}
      currentValue={() => settings.getSnapshot().context.values[name]}
      onChange={(next) => send({ type: 'settings.fieldChanged', field: name, value: next })}
      onHold={(held) =>
        send(held ? { type: 'settings.fieldHeld', field: name, issue: held } : { type: 'settings.fieldFreed', field: name })
      }
      onLeave={() => afterPress(() => send({ type: 'settings.fieldLeft', field: name }))}
    />
  );
}
