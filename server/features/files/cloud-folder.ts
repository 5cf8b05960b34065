/** Keys of an owner's files in the cloud store begin so; nobody's form can touch another's. */
export const cloudFolder = (adminId: number): string => `storage/a${adminId}/`;

/** The same of a member's; no form is good for more than one key in it. */
export const memberFolder = (memberId: number): string => `storage/u${memberId}/`;
