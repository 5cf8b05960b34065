import { Input } from '@mantine/core';
import { Suspense } from 'react';
import { loadMessages } from '../../app/i18n.ts';
import { lazyView } from '../../app/lazy-view.ts';
import { scalarText } from '../scalar-text.ts';
import { frameOf } from './field-attributes.ts';
import type { FieldInputProps } from './field-input.ts';
import classes from './fields.module.css';

// The editor is heavy and rare: it comes, with its words, when the first form shows one.
const RichTextBox = lazyView(async () => {
  const [{ RichTextBox }] = await Promise.all([import('./rich-text/RichTextBox.tsx'), loadMessages(['fields'])]);
  return RichTextBox;
});
const RichTextView = lazyView(async () => (await import('./rich-text/RichTextView.tsx')).RichTextView);

/** Formatted text, as HTML; '' when nothing is in it. */
export function RichTextField(props: FieldInputProps) {
  const { required, id, labelProps, ...frame } = frameOf(props);
  return (
    <Input.Wrapper
      {...frame}
      id={id}
      labelElement="div"
      labelProps={{ ...labelProps, id: `${id}-label`, onClick: () => document.getElementById(id)?.focus() }}
      withAsterisk={required}
    >
      <Suspense fallback={<div className={classes.waiting} />}>
        {props.readOnly ? <RichTextView html={scalarText(props.value)} /> : <RichTextBox {...props} />}
      </Suspense>
    </Input.Wrapper>
  );
}
