import { openListEngine } from './list-engine.ts';

/** The engine in a process of its own, as the server is. One message in, one answer out. */
export interface EngineRequest {
  readonly durationMs: number;
  readonly askers: number;
}

const engine = await openListEngine({ dataDir: process.env['DATA_DIR'] ?? '', url: process.env['DATABASE_URL'] });
process.on('message', (request: EngineRequest) => {
  engine.listFor(request.durationMs, request.askers).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.(String(error)),
  );
});
process.on('disconnect', () => void engine.close().finally(() => process.exit(0)));
process.send?.('open');
