import { Checkbox, Input, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { knownResources } from '#actors/base/resource-book';
import { isInForm, wireNameOf } from '#domain/fields/field';
import { resourceOfController } from '#domain/table/resource';
import { selectRuleSubject } from '#machines/changes/rule-subject.machine';
import { t } from '../../base/i18n.ts';
import { describedBy, fieldId, frameOf, groupFrameOf } from '../../kit/fields/base/field-attributes.ts';
import type { FieldInputProps } from '../../kit/fields/base/field-input.ts';
import { fieldLabel } from '../../kit/resource-texts.ts';
import classes from './rules.module.css';
import { useRule } from './rule-context.ts';

interface Pair {
  readonly key: string;
  readonly value: string;
}

/** The fields of the section, by their labels; each that is watched has a title, under which the log shows it. */
export function WatchedFieldsInput(props: FieldInputProps) {
  const { controller } = useSelector(useRule().subject, selectRuleSubject);
  const section = resourceOfController(knownResources(), controller);
  const pairs = (Array.isArray(props.value) ? props.value : []) as readonly Pair[];
  const frame = frameOf(props);
  const declared = Object.entries(section?.fields ?? {})
    .filter(([, field]) => isInForm(field))
    .map(([key, field]) => ({ column: wireNameOf(key, field), label: section ? fieldLabel(section, key) : key }));
  // What the declaration no longer has stays to be seen, and to be taken out.
  const gone = pairs.filter(({ key }) => !declared.some(({ column }) => column === key)).map(({ key }) => ({ column: key, label: key }));
  const fields = [...declared, ...gone];
  const toggle = (column: string, label: string) => {
    const isWatched = pairs.some(({ key }) => key === column);
    props.onChange(isWatched ? pairs.filter(({ key }) => key !== column) : [...pairs, { key: column, value: label }]);
  };
  const rename = (column: string, value: string) =>
    props.onChange(pairs.map((pair) => (pair.key === column ? { key: column, value } : pair)));
  return (
    <Input.Wrapper {...groupFrameOf(props)} className={classes.wide}>
      <fieldset {...describedBy(frame)} className={classes.fields} aria-labelledby={`${frame.id}-label`}>
        {fields.length === 0 && (
          <p id={fieldId(props.of)} tabIndex={-1} className={classes.hint}>
            {t('changes.rules.sectionFirst')}
          </p>
        )}
        {fields.map(({ column, label }, index) => {
          const pair = pairs.find(({ key }) => key === column);
          return (
            <div key={column} className={classes.field} data-watched={pair !== undefined}>
              <Checkbox
                {...(index === 0 && { id: fieldId(props.of) })}
                label={label}
                checked={pair !== undefined}
                disabled={props.readOnly}
                onBlur={props.onLeave}
                onChange={() => toggle(column, label)}
              />
              {pair && (
                <TextInput
                  size="xs"
                  aria-label={t('changes.rules.titleOf', { field: label })}
                  placeholder={label}
                  value={pair.value}
                  maxLength={100}
                  readOnly={props.readOnly}
                  onBlur={props.onLeave}
                  onChange={(event) => rename(column, event.currentTarget.value)}
                />
              )}
            </div>
          );
        })}
      </fieldset>
    </Input.Wrapper>
  );
}
