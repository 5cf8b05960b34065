const escaped = (text: string): string => text.replaceAll(/[\\%_]/gu, '\\$&');

/** Text for a LIKE pattern in which every character stands for itself. Source: security.md rule 14. */
export const likePattern = (text: string): string => `%${escaped(text)}%`;

/** The same for what begins with it. */
export const beginningPattern = (text: string): string => `${escaped(text)}%`;
