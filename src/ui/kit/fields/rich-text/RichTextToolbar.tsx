import { RichTextEditor } from '@mantine/tiptap';
import { IconPhoto, IconSourceCode } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import type { CSSProperties } from 'react';
import type { LinkEditorRef } from '#machines/fields/link-editor.machine';
import { t } from '../../../base/i18n.ts';
import { LinkControl } from './LinkControl.tsx';
import classes from './rich-text.module.css';
import { moveRoving, startRoving } from './roving-keys.ts';

interface RichTextToolbarProps {
  readonly editor: Editor;
  readonly link: LinkEditorRef;
  /** The text it is for, by its element and by its name. */
  readonly editorId: string;
  readonly name: string;
  readonly onPicture: () => void;
}

/** Another sign than that of code within a line. */
const CodeBlockIcon = (props: { readonly style: CSSProperties }) => <IconSourceCode {...props} aria-hidden />;

/** The looks a text can take; one stop for Tab, the arrows go from button to button. */
export function RichTextToolbar({ editor, link, editorId, name, onPicture }: RichTextToolbarProps) {
  return (
    <RichTextEditor.Toolbar
      ref={startRoving}
      role="toolbar"
      aria-label={t('fields.richText.toolbar', { name })}
      aria-controls={editorId}
      className={classes.toolbar}
      onKeyDown={moveRoving}
    >
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H1 />
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Strikethrough />
        <RichTextEditor.Code />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.Blockquote />
        <RichTextEditor.CodeBlock icon={CodeBlockIcon} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <LinkControl editor={editor} link={link} />
        <RichTextEditor.Control aria-label={t('fields.richText.picture')} title={t('fields.richText.picture')} onClick={onPicture}>
          <IconPhoto size={16} aria-hidden />
        </RichTextEditor.Control>
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  );
}
