const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text as HTML shows it, inside an element or an attribute. */
export const htmlText = (text: string): string => text.replaceAll(/[&<>"']/gu, (character) => ENTITIES[character] ?? character);
