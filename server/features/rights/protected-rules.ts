/** Names of menu rules without which nobody could put the menu right again. */
export const LASTING_RULES: readonly string[] = ['auth', 'auth/rule'];
