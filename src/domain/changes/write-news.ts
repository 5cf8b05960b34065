import { isPlainObject } from '../base/plain-value.ts';

/** What a write that has succeeded did, for the words of its notice. */
export interface WriteNews {
  readonly action: 'add' | 'edit' | 'del' | 'sortable' | 'undo' | 'restore' | 'rollback' | 'step' | 'ask';
  /** What names the record to people; '' where that is not known, or there are several. */
  readonly title: string;
  /** How many records; 0 where that is not known. */
  readonly count: number;
}

const ACTIONS: Readonly<Record<string, WriteNews['action']>> = {
  add: 'add',
  edit: 'edit',
  del: 'del',
  sortable: 'sortable',
  bulk: 'edit',
  import: 'add',
  undo: 'undo',
  apply: 'undo',
  restore: 'restore',
  rollback: 'rollback',
};

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

interface Done {
  /** `/admin/goods.Goods/edit` */
  readonly path: string;
  readonly input: unknown;
  readonly output: unknown;
}

/** An event is asked for first where another person has to approve it. */
const stepOf = (output: unknown): WriteNews['action'] | null => {
  if (!isPlainObject(output) || typeof output['count'] !== 'number') return null;
  return typeof output['request'] === 'number' ? 'ask' : 'step';
};

/**
 * What a call to a section did to which record.
 * @param titleName wire name of the field that names records
 * @param isLived whether the section has a life, by whose events other calls lead records on
 * @param titleOf what a record of the list that is open is called; '' where it is not on it
 * @returns null for a call that is no write of a section
 */
export function writeNews(
  { path, input, output }: Done,
  titleName: string,
  titleOf: (id: number) => string,
  isLived: boolean,
): WriteNews | null {
  const action = ACTIONS[path.split('/')[3] ?? ''] ?? (isLived ? stepOf(output) : null);
  if (!action || !isPlainObject(input)) return null;
  const ids = Array.isArray(input['ids']) ? input['ids'].map(Number) : [];
  if (isPlainObject(output) && typeof output['count'] === 'number' && ids.length !== 1)
    return { action, title: '', count: output['count'] };
  const id = Number(ids[0] ?? input['id'] ?? input['move'] ?? 0);
  return { action, title: textOf(input[titleName]) || titleOf(id), count: action === 'undo' ? 0 : 1 };
}
