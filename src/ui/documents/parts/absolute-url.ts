/**
 * A picture's whole address, for those who read it elsewhere.
 * @param address path or address as it is stored, which nobody may have looked at
 * @param origin empty where the site's is not known: then only what is whole already has one
 * @returns empty where it has none
 */
export const absoluteUrl = (address: string, origin: string): string => URL.parse(address, origin || undefined)?.href ?? '';
