import { Image } from '@tiptap/extension-image';
import { Link } from '@tiptap/extension-link';
import { Placeholder } from '@tiptap/extension-placeholder';
import { StarterKit } from '@tiptap/starter-kit';
import { isLinkAddress } from '#domain/base/addresses/link';
import { isPictureAddress } from '#domain/base/addresses/picture-address';

/** Pictures that the product may show, within a line; any other is left out of what is pasted. */
const Picture = Image.extend({
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element) => (isPictureAddress(element.getAttribute('src') ?? '') ? null : false),
    },
  ],
}).configure({ inline: true });

/** What the editor knows; the same that `cleanRichText` keeps, so that nothing written here is lost on the way. */
export const richTextExtensions = (placeholder: string) => [
  StarterKit.configure({ link: false, trailingNode: false }),
  // Typing after a link goes on without it.
  Link.extend({ inclusive: false }).configure({
    openOnClick: false,
    defaultProtocol: 'https',
    HTMLAttributes: { target: null, rel: null },
    isAllowedUri: (address) => isLinkAddress(address),
  }),
  Picture,
  Placeholder.configure({ placeholder }),
];
