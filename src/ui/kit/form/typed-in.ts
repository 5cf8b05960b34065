/** What stands in a text box of a form that keeps it to itself; '' where there is none of the name. */
export const typedIn = (form: HTMLFormElement, name: string): string => {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
};
