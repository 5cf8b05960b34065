/** A row as it stands on the wire. */
export type WireRow = Readonly<Record<string, unknown>>;

/** What a list answers: a page with its total, a tree, or the options of a select. Source: wire protocol §4.1, §4.6. */
export interface ListReply {
  list?: Record<string, unknown>[];
  options?: Record<string, unknown>[];
  /** Of a tree only where not all of it is told. */
  total?: number;
  remark: string;
}

/** The reply with each of its rows changed, those below others in a tree too. */
export const mapReplyRows = (reply: ListReply, change: (row: WireRow) => WireRow): ListReply => ({
  ...reply,
  ...(reply.list && { list: mapRows(reply.list, change) }),
  ...(reply.options && { options: mapRows(reply.options, change) }),
});

const mapRows = (rows: readonly WireRow[], change: (row: WireRow) => WireRow): Record<string, unknown>[] =>
  rows.map((row) => {
    const changed = change(row);
    return Array.isArray(row['children']) ? { ...changed, children: mapRows(row['children'] as WireRow[], change) } : { ...changed };
  });
