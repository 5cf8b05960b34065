import '@mantine/core/styles/Typography.layer.css';
import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor } from '@mantine/tiptap';
import { useEditor, type Editor, type TiptapEditorHTMLElement } from '@tiptap/react';
import { useLayoutEffect, useRef, type ClipboardEvent } from 'react';
import { cleanRichText } from '#domain/fields/rich-text';
import { linkEditorMachine } from '#machines/fields/link-editor.machine';
import { t } from '../../../base/i18n.ts';
import { fieldLabel } from '../../resource-texts.ts';
import { scalarText } from '../../cells/scalar-text.ts';
import { UploadField } from '../../files/UploadField.tsx';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { describedBy, frameOf } from '../base/field-attributes.ts';
import type { FieldInputProps } from '../base/field-input.ts';
import { askForLink } from './link-commands.ts';
import { richTextExtensions } from './editor-extensions.ts';
import { richTextLabels } from './rich-text-labels.ts';
import classes from './rich-text.module.css';
import { RichTextToolbar } from './RichTextToolbar.tsx';

/** Pictures that may be chosen at once. */
const PICTURES_AT_ONCE = 9;

/** A picture that was copied with its markup, which leads to where the product cannot show it or should not fetch it. */
function isPictureAlone(pasted: DataTransfer | null): boolean {
  if (!pasted || pasted.files.length === 0) return false;
  const { body } = new DOMParser().parseFromString(pasted.getData('text/html'), 'text/html');
  return body.textContent.trim() === '' && body.querySelector('img') !== null;
}

/** Words that are pasted with a picture of themselves, as office programs do, are words: no upload. */
const keepWords = (event: ClipboardEvent): void => {
  const { types } = event.clipboardData;
  if (types.some((type) => type.startsWith('text/')) && !isPictureAlone(event.clipboardData)) event.stopPropagation();
};

/** The editor. Its library holds the text while it is written; what it says goes to the form with every change. */
export function RichTextBox(props: FieldInputProps) {
  const frame = frameOf(props);
  const { id } = frame;
  const value = scalarText(props.value);
  const clean = cleanRichText(value);
  /** What the editor holds: its own words come back as the field's value and change nothing. */
  const held = useRef(value);
  const link = useLeafActor(linkEditorMachine, { id: `linkEditor:${id}` });
  const { currentValue = () => props.value } = props;

  // Between two tries of one drawing the library gives its editor up and makes another, whatever its types say.
  const editor: Editor | null = useEditor({
    extensions: richTextExtensions({ placeholder: t('fields.richText.placeholder'), kept: t('fields.richText.kept') }),
    content: clean,
    // The page's policy allows no style elements; the rules stand in the module beside.
    injectCSS: false,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        ...(frame.required && { 'aria-required': 'true' }),
        ...(frame.error && { 'aria-invalid': 'true' }),
        ...(describedBy(frame)['aria-describedby'] && { 'aria-describedby': describedBy(frame)['aria-describedby'] ?? '' }),
      },
      handleKeyDown: (view, event) => {
        const isCommand = event.ctrlKey || event.metaKey;
        if (isCommand && event.key.toLowerCase() === 'k') {
          event.stopPropagation();
          const text: TiptapEditorHTMLElement = view.dom;
          if (text.editor) askForLink(link, text.editor);
          return true;
        }
        // That saves the form; it makes no new line.
        return isCommand && event.key === 'Enter';
      },
      // It is uploaded, as where it comes without markup.
      handlePaste: (_view, event) => isPictureAlone(event.clipboardData),
    },
    onUpdate: ({ editor }) => {
      held.current = editor.isEmpty ? '' : editor.getHTML();
      props.onChange(held.current);
    },
    onBlur: props.onLeave,
  });

  // The library takes a new text by command only: a record was loaded again, or two versions were merged.
  useLayoutEffect(() => {
    if (held.current === value || !editor) return;
    held.current = value;
    editor.chain().setMeta('addToHistory', false).setContent(clean, { emitUpdate: false }).run();
  }, [editor, value, clean]);

  /** An upload ends when it likes: into the text where the cursor is, or after it where nobody shows it now. */
  const takePicture = (address: string) => {
    const text: TiptapEditorHTMLElement | null = document.getElementById(id);
    const shown = text?.editor;
    if (shown)
      shown
        .chain()
        .insertContent({ type: 'image', attrs: { src: address } })
        .run();
    else props.onChange(`${scalarText(currentValue())}<p><img src="${address}"></p>`);
  };

  return (
    <UploadField
      id={`${id}-upload`}
      accepts="picture"
      room={() => PICTURES_AT_ONCE}
      after="gone"
      hasPicker
      onStored={takePicture}
      onHold={props.onHold}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only looks at what is pasted into the text */}
      <div className={classes.frame} onPaste={keepWords}>
        {editor && (
          <RichTextEditor editor={editor} labels={richTextLabels()} className={classes.editor} {...(frame.error && { 'data-error': true })}>
            <RichTextToolbar
              editor={editor}
              link={link}
              editorId={id}
              name={fieldLabel(props.of.resource, props.of.key)}
              onPicture={() => document.getElementById(`${id}-upload`)?.click()}
            />
            <RichTextEditor.Content className={classes.content} />
          </RichTextEditor>
        )}
      </div>
    </UploadField>
  );
}
