import { Image } from '@tiptap/extension-image';
import { Link } from '@tiptap/extension-link';
import { Placeholder } from '@tiptap/extension-placeholder';
import { StarterKit } from '@tiptap/starter-kit';
import { isLinkAddress } from '#domain/base/addresses/link';
import { isPictureAddress } from '#domain/base/addresses/picture-address';
import { KEPT_MARKS, keptBlocks } from './kept-elements.ts';
import classes from './rich-text.module.css';

/** Pictures that the product may show, within a line; any other is left out of what is pasted. */
const Picture = Image.extend({
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element) => (isPictureAddress(element.getAttribute('src') ?? '') ? null : false),
    },
  ],
}).configure({ inline: true });

interface EditorWords {
  readonly placeholder: string;
  /** Below what is kept as it is. */
  readonly kept: string;
}

/** What the editor knows; the same that `cleanRichText` keeps, so that nothing is lost on the way, neither what is written here nor elsewhere. */
export const richTextExtensions = ({ placeholder, kept }: EditorWords) => [
  StarterKit.configure({ link: false, trailingNode: false }),
  // Typing after a link goes on without it.
  Link.extend({ inclusive: false }).configure({
    openOnClick: false,
    defaultProtocol: 'https',
    HTMLAttributes: { target: null, rel: null },
    isAllowedUri: (address) => isLinkAddress(address),
  }),
  Picture,
  ...KEPT_MARKS,
  keptBlocks(kept, classes.kept),
  Placeholder.configure({ placeholder }),
];
