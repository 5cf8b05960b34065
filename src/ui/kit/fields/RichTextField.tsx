import { Input } from '@mantine/core';
import { Suspense } from 'react';
import { loadMessages } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { scalarText } from '../cells/scalar-text.ts';
import { fieldId, groupFrameOf } from './base/field-attributes.ts';
import type { FieldInputProps } from './base/field-input.ts';
import classes from './base/fields.module.css';

// The editor is heavy and rare: it comes, with its words, when the first form shows one.
const RichTextBox = lazyView(async () => {
  const [{ RichTextBox }] = await Promise.all([import('./rich-text/RichTextBox.tsx'), loadMessages(['fields'])]);
  return RichTextBox;
});
const RichTextView = lazyView(async () => (await import('./rich-text/RichTextView.tsx')).RichTextView);

/** Formatted text, as HTML; '' when nothing is in it. */
export function RichTextField(props: FieldInputProps) {
  const { labelProps, ...frame } = groupFrameOf(props);
  const focusText = () => document.getElementById(fieldId(props.of))?.focus();
  return (
    <Input.Wrapper {...frame} labelProps={{ ...labelProps, onClick: focusText }}>
      <Suspense fallback={<div className={classes.waiting} />}>
        {props.readOnly ? <RichTextView html={scalarText(props.value)} /> : <RichTextBox {...props} />}
      </Suspense>
    </Input.Wrapper>
  );
}
