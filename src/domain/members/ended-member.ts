/** What a member is called of whom nothing is kept but the number and the ledgers. Nobody can be given this name: accounts have no hyphen. */
export const endedName = (memberId: number): string => `deleted-${memberId}`;
