import { openServerAt } from '#tests/support/dying-server.ts';

/** A process that takes jobs and dies at the end of one: `node dying-process.ts <data directory> <kind of job> [PostgreSQL address]`. */
const [, , dataDir = '', kind = '', url] = process.argv;
const server = await openServerAt({ dataDir, url }, kind);
await server.ports.jobs.work();
