/** Ids by which a picker's box names what its keyboard is on. */
export const treeId = (id: string): string => `${id}-levels`;
export const optionId = (id: string, level: number, value: number): string => `${id}-${level}-${value}`;
