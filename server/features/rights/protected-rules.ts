/** Names of menu rules without which nobody could put the menu right again. */
export const PROTECTED_RULES: readonly string[] = ['auth', 'auth/rule'];
