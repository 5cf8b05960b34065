/** Ids by which a picker's box names what its keyboard is on. */
export const treeId = (id: string): string => `${id}-levels`;
export const optionId = (id: string, level: number, value: number): string => `${id}-${level}-${value}`;
export const searchId = (id: string): string => `${id}-search`;
export const foundId = (id: string, index: number): string => `${id}-found-${index}`;

/** What is chosen closes the levels, and the box to search in with them: the keyboard goes back to the picker's own. */
export function leaveSearch(id: string): void {
  if (document.activeElement?.id === searchId(id)) document.getElementById(id)?.focus();
}
