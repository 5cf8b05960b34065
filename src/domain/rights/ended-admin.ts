/** What an administrator is called of whom nothing is kept but the number. Nobody can be given this name: accounts have no hyphen. */
export const endedAdminName = (adminId: number): string => `deleted-${adminId}`;
