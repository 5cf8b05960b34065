import type { Editor } from '@tiptap/react';
import { selectAcceptedLink, type LinkEditorRef } from '#machines/fields/link-editor.machine';

/** Opens the box for a link's address, with the one that is there. */
export function askForLink(link: LinkEditorRef, editor: Editor): void {
  const href: unknown = editor.getAttributes('link')['href'];
  link.send({ type: 'link.opened', address: typeof href === 'string' ? href : '' });
}

/** Closes the box and goes back to the text. */
export function leaveLink(link: LinkEditorRef, editor: Editor): void {
  link.send({ type: 'link.cancelled' });
  editor.chain().focus().run();
}

/** Puts what was accepted into the text; with nothing selected the address itself is what is read. */
export function applyLink(link: LinkEditorRef, editor: Editor): void {
  link.send({ type: 'link.submitted' });
  const href = selectAcceptedLink(link.getSnapshot());
  if (href === null) return;
  const chain = editor.chain().focus().extendMarkRange('link');
  const isBare = editor.state.selection.empty && !editor.isActive('link');
  if (isBare) chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
  else chain.setLink({ href }).run();
}

export function removeLink(link: LinkEditorRef, editor: Editor): void {
  link.send({ type: 'link.cancelled' });
  editor.chain().focus().extendMarkRange('link').unsetLink().run();
}
