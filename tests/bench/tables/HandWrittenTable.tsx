import { memo, useState } from 'react';
import type { BenchRow } from './bench-rows.ts';

const timeText = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'short', timeStyle: 'medium' });

interface HandWrittenRowProps {
  readonly row: BenchRow;
  readonly isSelected: boolean;
  readonly onToggle: (id: number) => void;
}

const HandWrittenRow = memo(function HandWrittenRow({ row, isSelected, onToggle }: HandWrittenRowProps) {
  return (
    <tr data-id={row.id} aria-selected={isSelected}>
      <td>
        <input type="checkbox" checked={isSelected} onChange={() => onToggle(row.id)} aria-label={row.title} />
      </td>
      <td>{row.id}</td>
      <td>
        <img src={row.image} alt={row.title} width={32} height={32} />
      </td>
      <td>{row.title}</td>
      <td>
        <span className={`tag tag-${row.status}`}>{row.status}</span>
      </td>
      <td>
        <button type="button" role="switch" aria-checked={row.isOpen} aria-label={row.title} />
      </td>
      <td>{timeText.format(row.createTime * 1000)}</td>
      <td>
        <button type="button">排序</button>
        <button type="button">编辑</button>
        <button type="button">删除</button>
      </td>
    </tr>
  );
});

/** The floor: what anybody would write for just these rows, without a library. */
export function HandWrittenTable({ rows }: { readonly rows: readonly BenchRow[] }) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [toggle] = useState(() => (id: number) => {
    setSelected((before) => (before.has(id) ? before.difference(new Set([id])) : before.union(new Set([id]))));
  });
  return (
    <table>
      <thead>
        <tr>
          <th>
            <input
              type="checkbox"
              data-select-all
              checked={selected.size === rows.length}
              onChange={(event) => setSelected(new Set(event.currentTarget.checked ? rows.map(({ id }) => id) : []))}
              aria-label="全选"
            />
          </th>
          <th>编号</th>
          <th>图片</th>
          <th>标题</th>
          <th>状态</th>
          <th>开放</th>
          <th>创建时间</th>
          <th>操作</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <HandWrittenRow key={row.id} row={row} isSelected={selected.has(row.id)} onToggle={toggle} />
        ))}
      </tbody>
    </table>
  );
}
