import { createServer, type ServerResponse } from 'node:http';
import { Pool } from 'pg';
import { listening } from './static-server.ts';

const LIST = `select g.id, g.images, g.title, g.title_en, g.subtitle, g.category_id, json_build_object('id', c.id, 'name', c.name) as category, g.price,
    g.list_price, g.stock, g.unit, g.status, g.tags, g.weigh, g.version, g.create_time, g.update_time
  from goods g left join goods_category c on c.id = g.category_id order by g.weigh desc, g.id desc limit $1`;
const COUNT = 'select count(*)::integer as total from (select 1 from goods limit 10001) as counted';

const url = process.env['DATABASE_URL'];
const pool = url === undefined ? null : new Pool({ connectionString: url, max: 10 });

function send(response: ServerResponse, data: unknown): void {
  const body = JSON.stringify({ code: 1, msg: '', time: Math.floor(Date.now() / 1000), data });
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

async function list(response: ServerResponse): Promise<void> {
  if (!pool) throw new Error('no database');
  const rows = await pool.query(LIST, [20]);
  const counted = await pool.query(COUNT);
  send(response, { list: rows.rows, total: (counted.rows[0] as { readonly total: number }).total, remark: '' });
}

/** As many bytes as somebody asks for, made once: what a page that is ready to be sent costs by itself. */
const bodies = new Map<number, Buffer>();
function bytes(response: ServerResponse, count: number): void {
  const body = bodies.get(count) ?? Buffer.alloc(count, 'x');
  bodies.set(count, body);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.byteLength });
  response.end(body);
}

const server = createServer((request, response) => {
  const [, count] = /^\/bytes\/(\d+)$/u.exec(request.url ?? '') ?? [];
  if (count !== undefined) return bytes(response, Number(count));
  if (request.url !== '/list') return send(response, { captcha: false });
  list(response).catch((error: unknown) => response.writeHead(500).end(String(error)));
});
process.on('disconnect', () => process.exit(0));
process.send?.(await listening(server));
