import { Button, Popover, TextInput } from '@mantine/core';
import { isOfInputMethod } from '#domain/fields/input-method';
import { RichTextEditor } from '@mantine/tiptap';
import { IconLink } from '@tabler/icons-react';
import { useEditorState, type Editor } from '@tiptap/react';
import { useSelector } from '@xstate/react';
import type { KeyboardEvent } from 'react';
import { selectIsLinkOpen, selectIsLinkRefused, selectLinkAddress, type LinkEditorRef } from '#machines/fields/link-editor.machine';
import { t } from '../../../base/i18n.ts';
import { applyLink, askForLink, leaveLink, removeLink } from './link-commands.ts';
import classes from './rich-text.module.css';

interface LinkControlProps {
  readonly editor: Editor;
  readonly link: LinkEditorRef;
}

/** Puts a link on what is selected, changes the one the cursor is in, or takes it away. */
export function LinkControl({ editor, link }: LinkControlProps) {
  const isOpen = useSelector(link, selectIsLinkOpen);
  const isActive = useEditorState({ editor, selector: () => editor.isActive('link') });
  return (
    <Popover
      opened={isOpen}
      onChange={() => leaveLink(link, editor)}
      trapFocus
      withinPortal
      shadow="md"
      position="bottom-start"
      closeOnEscape={false}
    >
      <Popover.Target>
        <RichTextEditor.Control
          aria-label={t('fields.richText.link')}
          title={t('fields.richText.link')}
          aria-haspopup="dialog"
          active={isActive}
          onClick={() => askForLink(link, editor)}
        >
          <IconLink size={16} aria-hidden />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('fields.richText.link')}>
        <LinkBox editor={editor} link={link} />
      </Popover.Dropdown>
    </Popover>
  );
}

function LinkBox({ editor, link }: LinkControlProps) {
  const address = useSelector(link, selectLinkAddress);
  const isRefused = useSelector(link, selectIsLinkRefused);
  const hasLink = editor.isActive('link');
  const onKeyDown = (event: KeyboardEvent) => {
    // The form around must not take these keys for its own.
    event.stopPropagation();
    if (event.key === 'Escape') leaveLink(link, editor);
    if (event.key !== 'Enter' || isOfInputMethod(event.nativeEvent) || event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    applyLink(link, editor);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter and Esc of the box inside
    <div className={classes.linkBox} onKeyDown={onKeyDown}>
      <TextInput
        label={t('fields.richText.linkAddress')}
        description={t('fields.richText.linkHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={isRefused && t('fields.richText.linkRefused')}
        value={address}
        inputMode="url"
        autoComplete="off"
        data-autofocus
        onChange={(event) => link.send({ type: 'link.typed', address: event.currentTarget.value })}
      />
      <div className={classes.linkButtons}>
        {hasLink && (
          <Button variant="default" size="xs" onClick={() => removeLink(link, editor)}>
            {t('fields.richText.linkRemove')}
          </Button>
        )}
        <Button size="xs" onClick={() => applyLink(link, editor)}>
          {t('fields.richText.linkApply')}
        </Button>
      </div>
    </div>
  );
}
