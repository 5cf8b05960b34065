import { Mark, Node, type NodeViewRenderer } from '@tiptap/react';
import { cleanRichText } from '#domain/fields/rich-text';

/** Looks that the toolbar does not offer and that stay where a text has them. */
const mark = (name: string, tag: string) =>
  Mark.create({ name, parseHTML: () => [{ tag }], renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0] });

export const KEPT_MARKS = [mark('subscript', 'sub'), mark('superscript', 'sup'), mark('highlight', 'mark')];

/** What an element was, as an element again; it is clean whatever the node was made of. */
function elementOf(html: unknown): HTMLElement {
  const template = document.createElement('template');
  template.innerHTML = typeof html === 'string' ? cleanRichText(html) : '';
  const element = template.content.firstElementChild;
  return element instanceof HTMLElement ? element : document.createElement('p');
}

/**
 * Tables and figures come from other editors, by imports and by programs. The editor cannot write them, so it keeps each as it is, to be
 * moved and deleted as a whole: letter by letter, since taking them apart would leave their words in one line.
 * @param hint told below each of them while the text is edited
 */
export const keptBlocks = (hint: string, className: string | undefined) =>
  Node.create({
    name: 'keptBlock',
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({ html: { default: '', rendered: false } }),
    parseHTML: () =>
      ['table', 'figure'].map((tag) => ({
        tag,
        priority: 100,
        getAttrs: (element: HTMLElement) => {
          const html = cleanRichText(element.outerHTML);
          return html === '' ? false : { html };
        },
      })),
    renderHTML: ({ node }) => ({ dom: elementOf(node.attrs['html']) }),
    addNodeView:
      (): NodeViewRenderer =>
      ({ node }) => {
        const dom = document.createElement('div');
        if (className !== undefined) dom.className = className;
        const words = document.createElement('small');
        words.textContent = hint;
        dom.append(elementOf(node.attrs['html']), words);
        return { dom };
      },
  });
