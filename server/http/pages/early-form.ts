import { entryWayOf } from '#domain/members/entry-way';
import type { EarlyPage, EarlyParts, PreloadedPage, ServerPorts } from '../../ports/ports.ts';

interface Wanted {
  readonly page: PreloadedPage | null;
  /** Of the address. */
  readonly search: string;
  /** Null where nobody knows it, and the page asks for it. */
  readonly site: unknown;
}

/** Registration, a code and a new password ask the server what they may offer: the application draws them. */
const isDrawn = (page: PreloadedPage | null, search: string): page is EarlyPage =>
  page === 'adminLogin' || (page === 'memberLogin' && entryWayOf(search) === 'signIn');

/** What an address can be typed into before the application is there; null where there is nothing of the kind. It never keeps a page from being sent. */
export async function earlyForm(
  { page, search, site }: Wanted,
  { pages: { documents }, logger }: Pick<ServerPorts, 'pages' | 'logger'>,
): Promise<EarlyParts | null> {
  if (!documents?.early || site === null || !isDrawn(page, search)) return null;
  try {
    return await documents.early(page, site);
  } catch (error) {
    logger.warn('page.formNotDrawn', { error: String(error) });
    return null;
  }
}

/** What is drawn holds comments of its own, and words of the site: none of them may end the element. */
export const earlyTags = ({ form, script }: EarlyParts, nonce: string): string =>
  `<script type="application/json" id="early">${form.replaceAll(/<(?=!--|\/?script)/giu, '\\u003c')}</script><script nonce="${nonce}">${script}</script>`;
