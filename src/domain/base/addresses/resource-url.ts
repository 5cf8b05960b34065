/** An address of its own: `https://…`, `//…`, any scheme with `//`, or a picture inside the text. */
const isAbsolute = (path: string): boolean => /^(?:[a-z][a-z\d+.-]*:)?\/\//iu.test(path) || path.startsWith('data:image/');

/** Where a stored path is shown from: the site's address for files stands before it unless it is absolute. Source: wire protocol §6.6. */
export const resourceUrl = (path: string, cdnUrl: string): string =>
  path === '' || cdnUrl === '' || isAbsolute(path) ? path : `${cdnUrl.replace(/\/+$/u, '')}/${path.replace(/^\/+/u, '')}`;
