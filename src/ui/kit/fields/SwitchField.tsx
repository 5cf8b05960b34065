import { Input, Switch } from '@mantine/core';
import { t } from '../../base/i18n.ts';
import { describedBy, frameOf } from './base/field-attributes.ts';
import type { FieldInputProps } from './base/field-input.ts';
import classes from './base/fields.module.css';

export function SwitchField(props: FieldInputProps) {
  const whole = frameOf(props);
  const { required, ...frame } = whole;
  const isOn = props.value === true;
  return (
    <Input.Wrapper {...frame} withAsterisk={required}>
      <span className={classes.switchLine}>
        <Switch
          {...describedBy(whole)}
          id={frame.id}
          name={props.of.key}
          checked={isOn}
          disabled={props.readOnly}
          onChange={(event) => props.onChange(event.currentTarget.checked)}
          onBlur={props.onLeave}
        />
        <span aria-hidden className={classes.switchWord}>
          {isOn ? t('resources.kit.fields.enabled') : t('resources.kit.fields.disabled')}
        </span>
      </span>
    </Input.Wrapper>
  );
}
