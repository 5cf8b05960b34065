import { Select } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectRuleChoices } from '#machines/changes/rule-subject.machine';
import { selectRecordFormValues } from '#machines/table/record-form.machine';
import { t } from '../../base/i18n.ts';
import { scalarText } from '../../kit/cells/scalar-text.ts';
import { changedSectionLabel } from '../../kit/changes/change-words.ts';
import { inputAttributes } from '../../kit/fields/base/field-attributes.ts';
import type { FieldInputProps } from '../../kit/fields/base/field-input.ts';
import { useRule } from './rule-context.ts';

/** The section that a rule is about, by its title. One that has a rule cannot have another. */
export function RuleSectionInput(props: FieldInputProps) {
  const { subject, form } = useRule();
  const choices = useSelector(subject, selectRuleChoices);
  const isLoading = useSelector(subject, selectIsBusy);
  const value = scalarText(props.value);
  const data = choices.map(({ controller, resource, rule: taken }) => {
    const label = changedSectionLabel(resource, controller);
    const isTaken = taken !== null && taken !== props.record['id'];
    return { value: controller, label: isTaken ? t('changes.rules.taken', { section: label }) : label, disabled: isTaken };
  });
  // Of a section that is gone, or that may not be opened, the rule says the path alone.
  const isKnown = value === '' || data.some((one) => one.value === value);
  return (
    <Select
      {...inputAttributes(props)}
      data={(isKnown ? data : [{ value, label: value, disabled: false }, ...data]).toSorted((a, b) => a.label.localeCompare(b.label))}
      value={value || null}
      placeholder={isLoading ? t('changes.rules.loading') : t('changes.rules.choose')}
      nothingFoundMessage={t('changes.rules.noSection')}
      searchable
      selectFirstOptionOnChange
      openOnFocus={false}
      allowDeselect={false}
      onChange={(next) => {
        props.onChange(next ?? '');
        const chosen = data.find((one) => one.value === next);
        // Most rules are called what their section is; a name that somebody has given stays.
        const { name } = selectRecordFormValues(form.getSnapshot());
        const isOwn = scalarText(name) !== '' && !data.some(({ label }) => label === name);
        if (chosen && !isOwn) form.send({ type: 'form.fieldChanged', field: 'name', value: chosen.label });
      }}
    />
  );
}
