/** What a write is: the last part of the permission node it asks for. */
export type WriteAction = 'add' | 'edit' | 'del' | 'sortable';
