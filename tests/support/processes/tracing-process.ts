import { registerHooks } from 'node:module';

/**
 * A whole server as its environment says, which answers one call, stops, and tells what was read of the library of traces until then.
 * Usage: node tracing-process.ts
 */
const read = new Set<string>();
registerHooks({
  load(url, context, next) {
    const name = /node_modules\/@opentelemetry\/([^/]+)/u.exec(url)?.[1];
    if (name !== undefined) read.add(name);
    return next(url, context);
  },
});
// Only what is read from here on is seen.
const [{ readEnv }, { silentLogger }, { startServer }] = await Promise.all([
  import('#server/boot/env'),
  import('#server/base/logger'),
  import('#server/boot/start-server'),
]);
const server = await startServer({ env: readEnv(process.env), logger: silentLogger });
const { status } = await fetch(`${server.address}/api/index/index`, { headers: { server: 'true' } });
await server.stop();
process.stdout.write(JSON.stringify({ status, read: [...read].toSorted() }));
