/** Under what the journal keeps settings; they are no section. */
export const CONFIG = { name: 'config', titleField: 'name', fields: {}, bin: 'never' } as const;
