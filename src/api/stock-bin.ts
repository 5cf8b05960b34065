import { isPlainObject } from '#domain/base/plain-value';
type Input = Readonly<Record<string, unknown>>;

function keyIn({ data, primary_key: name }: Input): unknown {
  if (typeof name !== 'string') return null;
  try {
    const record: unknown = typeof data === 'string' ? JSON.parse(data) : data;
    return isPlainObject(record) && Object.hasOwn(record, name) ? record[name] : null;
  } catch {
    return null;
  }
}

/**
 * An entry of the bin, named as ours are: theirs say what was deleted by the rule, the table and the record itself. The entry's own number
 * stands for a record without a key. Source: wire protocol §5.15.
 */
function binEntry(entry: unknown): unknown {
  if (!isPlainObject(entry)) return entry;
  const { id, recycle, data_table: table } = entry;
  const key = keyIn(entry);
  const recordId = (typeof key === 'number' || typeof key === 'string') && key !== '' ? Number(key) : Number.NaN;
  const named = isPlainObject(recycle) && typeof recycle['name'] === 'string' ? recycle['name'] : '';
  const isNumbered = Number.isSafeInteger(recordId) && recordId > 0;
  const title = isNumbered ? '' : typeof key === 'string' && key !== '' ? key : `#${String(id)}`;
  return { ...entry, resource: named || table, title, ...(isNumbered && { record_id: recordId }) };
}

/** A page of the bin of another server. Anything else is left as it is. */
export const namedEntries = (data: Input): Input => (Array.isArray(data['list']) ? { ...data, list: data['list'].map(binEntry) } : data);
