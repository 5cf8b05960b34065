import { Checkbox, Group, Radio, Switch } from '@mantine/core';
import { t } from '../../base/i18n.ts';
import { PlainField } from '../../kit/form/PlainField.tsx';
import { PlainPassword } from '../../kit/form/PlainPassword.tsx';
import { Specimen } from './Specimen.tsx';

const nothing = (): void => {};

/** What stands before the component library, and the small choices; `/dev/fields` has the others. */
export function InputSpecimens() {
  const name = t('dev.kit.sample.name');
  const wrong = t('dev.kit.sample.wrong');
  const password = {
    label: t('dev.kit.sample.show'),
    toggleLabel: t('dev.kit.sample.show'),
    defaultValue: 'green-tea-7',
    onToggle: nothing,
  };
  return (
    <>
      <Specimen of="PlainField" state="idle">
        <PlainField label={name} error={undefined} />
      </Specimen>
      <Specimen of="PlainField" state="filled">
        <PlainField label={name} error={undefined} defaultValue={name} />
      </Specimen>
      <Specimen of="PlainField" state="hint">
        <PlainField label={name} error={undefined} hint={t('dev.kit.sample.hint')} />
      </Specimen>
      <Specimen of="PlainField" state="wrong">
        <PlainField label={name} error={wrong} defaultValue={name} />
      </Specimen>
      <Specimen of="PlainField" state="disabled">
        <PlainField label={name} error={undefined} defaultValue={name} disabled />
      </Specimen>
      <Specimen of="PlainPassword" state="hidden">
        <PlainPassword {...password} error={undefined} isShown={false} />
      </Specimen>
      <Specimen of="PlainPassword" state="shown">
        <PlainPassword {...password} error={undefined} isShown />
      </Specimen>
      <Specimen of="PlainPassword" state="wrong">
        <PlainPassword {...password} error={wrong} isShown={false} />
      </Specimen>
      <Specimen of="Checkbox, Radio, Switch" state="off">
        <Choices />
      </Specimen>
      <Specimen of="Checkbox, Radio, Switch" state="on">
        <Choices isOn />
      </Specimen>
      <Specimen of="Checkbox, Radio, Switch" state="disabled">
        <Choices isOn isDisabled />
      </Specimen>
      <Specimen of="Checkbox" state="some">
        <Checkbox label={name} indeterminate readOnly />
      </Specimen>
    </>
  );
}

function Choices({ isOn = false, isDisabled = false }: { readonly isOn?: boolean; readonly isDisabled?: boolean }) {
  const shared = { label: t('dev.kit.sample.name'), defaultChecked: isOn, disabled: isDisabled };
  return (
    <Group>
      <Checkbox {...shared} />
      <Radio {...shared} />
      <Switch {...shared} />
    </Group>
  );
}
