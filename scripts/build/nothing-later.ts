import type { Plugin } from 'vite';

/** What a page that the server draws has from the start: its own code and its words. */
const WANTED = /sign-ins\.tsx$|LoginPage\.tsx$|\/messages\/(?:en|zh-cn)\.ts$|\/@page-\w+Login\.[\w-]+\.js$/u;

const NEVER = '\0never';

/**
 * What a view asks for when it is used never arrives on the server, where nobody uses it: whoever imports a module with a `then` waits for that to
 * answer. Without this the whole application would come with its first page.
 */
export const nothingLater = (): Plugin => ({
  name: 'nothing-later',
  enforce: 'pre',
  resolveDynamicImport: (specifier) => (typeof specifier === 'string' && !WANTED.test(specifier) ? NEVER : null),
  load: (id) => (id === NEVER ? 'export function then() {}' : null),
});
