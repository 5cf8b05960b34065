/** Keys of an owner's files in the cloud store begin so; nobody's form can touch another's. */
export const cloudFolder = (adminId: number): string => `storage/a${adminId}/`;
