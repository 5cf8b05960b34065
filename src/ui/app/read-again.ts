/** Where the lack of a line, or of a server, kept something from being read, its button says so by `data-with-line`: with the line it is as if it were pressed. */
export const readAgain = (): void =>
  ['online', 'serverback'].forEach((name) =>
    addEventListener(name, () => document.querySelectorAll<HTMLElement>('[data-with-line]').forEach((button) => button.click())),
  );
