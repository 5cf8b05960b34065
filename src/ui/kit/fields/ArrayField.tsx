import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { t } from '../../app/i18n.ts';
import { fieldId, frameOf } from './field-attributes.ts';
import type { FieldInputProps } from './field-input.ts';
import classes from './fields.module.css';

interface Pair {
  readonly key: string;
  readonly value: string;
}

/** Pairs of key and value, one line each. */
export function ArrayField(props: FieldInputProps) {
  const { required, id, ...frame } = frameOf(props);
  const pairs = (Array.isArray(props.value) ? props.value : []) as readonly Pair[];
  const set = (index: number, part: Partial<Pair>) => props.onChange(pairs.map((pair, at) => (at === index ? { ...pair, ...part } : pair)));
  return (
    <Input.Wrapper {...frame} id={`${id}-frame`} labelElement="div" withAsterisk={required}>
      {pairs.map((pair, index) => (
        // A line has no identity but its place.
        <div key={index} className={classes.adder}>
          <TextInput
            aria-label={t('resources.kit.fields.key')}
            value={pair.key}
            readOnly={props.readOnly}
            onChange={(event) => set(index, { key: event.currentTarget.value })}
            onBlur={props.onLeave}
          />
          <TextInput
            className={classes.grow}
            aria-label={t('resources.kit.fields.value')}
            value={pair.value}
            readOnly={props.readOnly}
            onChange={(event) => set(index, { value: event.currentTarget.value })}
            onBlur={props.onLeave}
          />
          {!props.readOnly && (
            <ActionIcon aria-label={t('resources.kit.fields.removeItem')} onClick={() => props.onChange(pairs.toSpliced(index, 1))}>
              <IconX size={14} />
            </ActionIcon>
          )}
        </div>
      ))}
      {!props.readOnly && (
        <Button
          id={fieldId(props.of)}
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => props.onChange([...pairs, { key: '', value: '' }])}
        >
          {t('resources.kit.fields.addItem')}
        </Button>
      )}
    </Input.Wrapper>
  );
}
