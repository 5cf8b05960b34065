import { Button, TextInput } from '@mantine/core';
import { IconGripVertical, IconPlus, IconX } from '@tabler/icons-react';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { t } from '../../../base/i18n.ts';
import { startRowDrag } from '../../table/base/row-drag.ts';
import { fieldId } from '../base/field-attributes.ts';
import type { FieldInputProps } from '../base/field-input.ts';
import { pairNamesOf } from './pair-names.ts';
import classes from './pair-rows.module.css';

interface Pair {
  readonly key: string;
  readonly value: string;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** The pairs, one line each: moved by their handles, with the pointer or the arrows. A line has no identity but its place. */
export function PairRows({ of, value, readOnly, onChange, onLeave }: FieldInputProps) {
  const pairs = (Array.isArray(value) ? value : []) as readonly Pair[];
  const list = useRef<HTMLOListElement>(null);
  /** The line that was just added is to be written in. */
  const isAdding = useRef(false);
  const set = (index: number, part: Partial<Pair>) => onChange(pairs.map((pair, at) => (at === index ? { ...pair, ...part } : pair)));
  const move = (from: number, to: number) => {
    const moved = pairs[from];
    if (!moved || to < 0 || to >= pairs.length) return;
    onChange(pairs.toSpliced(from, 1).toSpliced(to, 0, moved));
    list.current?.querySelector<HTMLElement>(`[data-id="${to}"] [data-handle]`)?.focus();
  };
  const drag = (index: number) => (event: PointerEvent<HTMLButtonElement>) => {
    const row = event.currentTarget.closest('li');
    if (!row || event.button !== 0) return;
    startRowDrag({
      row,
      handle: event.currentTarget,
      pointerId: event.pointerId,
      isAllowed: () => true,
      onDrop: (to) => move(index, to),
    });
  };
  const step = (index: number) => (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(index, index + by);
  };
  const remove = (index: number) => {
    // The last line goes with its button: the keyboard stays with what can be done next.
    if (index === pairs.length - 1) document.getElementById(fieldId(of))?.focus();
    onChange(pairs.toSpliced(index, 1));
  };
  const add = () => {
    isAdding.current = true;
    onChange([...pairs, { key: '', value: '' }]);
  };
  const focusAdded = (input: HTMLInputElement | null) => {
    if (!input || !isAdding.current) return;
    isAdding.current = false;
    input.focus();
  };
  const count = pairs.length;
  const names = pairNamesOf(of);

  return (
    <>
      {count > 0 && (
        <ol ref={list} className={classes.rows}>
          {pairs.map((pair, index) => {
            const position = index + 1;
            return (
              <li key={index} data-id={index} className={classes.row}>
                <fieldset className={classes.pair} aria-label={t('fields.array.entry', { position, count })}>
                  {!readOnly && (
                    <button
                      type="button"
                      data-handle
                      className={classes.handle}
                      aria-label={t('fields.array.move', { position, count })}
                      onPointerDown={drag(index)}
                      onKeyDown={step(index)}
                    >
                      <IconGripVertical size={16} aria-hidden />
                    </button>
                  )}
                  <TextInput
                    {...(index === count - 1 && { ref: focusAdded })}
                    className={classes.key}
                    aria-label={t(names.key)}
                    placeholder={t(names.key)}
                    value={pair.key}
                    readOnly={readOnly}
                    {...(readOnly && { variant: 'unstyled' })}
                    onChange={(event) => set(index, { key: event.currentTarget.value })}
                    onBlur={onLeave}
                  />
                  <TextInput
                    className={classes.value}
                    aria-label={t(names.value)}
                    placeholder={t(names.value)}
                    value={pair.value}
                    readOnly={readOnly}
                    {...(readOnly && { variant: 'unstyled' })}
                    onChange={(event) => set(index, { value: event.currentTarget.value })}
                    onBlur={onLeave}
                  />
                  {!readOnly && (
                    <button
                      type="button"
                      className={classes.remove}
                      aria-label={t('fields.array.remove', { position })}
                      onClick={() => remove(index)}
                    >
                      <IconX size={16} aria-hidden />
                    </button>
                  )}
                </fieldset>
              </li>
            );
          })}
        </ol>
      )}
      {!readOnly && (
        <Button id={fieldId(of)} variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add} onBlur={onLeave}>
          {t('resources.kit.fields.addItem')}
        </Button>
      )}
    </>
  );
}
