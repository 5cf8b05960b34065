/** As if somebody had typed it: the form hears of it. */
function type(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Fills in the sign-in, whenever it is shown and empty. @param accountOf whom, for the area of the page */
export function fillSignIn(accountOf: (area: 'admin' | 'member') => { readonly username: string; readonly password: string }): () => void {
  const fill = (): void => {
    const area = location.pathname.endsWith('/admin/login') ? 'admin' : location.pathname.endsWith('/user/login') ? 'member' : null;
    if (area === null) return;
    const { username, password } = accountOf(area);
    const secret = document.querySelector<HTMLInputElement>('#root form input[type="password"]');
    const name = secret?.closest('form')?.querySelector<HTMLInputElement>('input:not([type="password"], [type="checkbox"])');
    if (!secret || !name || secret.dataset['filled'] === username) return;
    secret.dataset['filled'] = username;
    type(name, username);
    type(secret, password);
  };
  new MutationObserver(fill).observe(document.querySelector('#root') ?? document.body, { childList: true, subtree: true });
  fill();
  return fill;
}
