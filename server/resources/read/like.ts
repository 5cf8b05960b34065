/** Text for a LIKE pattern in which every character stands for itself. Source: security.md rule 14. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/gu, '\\$&')}%`;
