import { runServer } from './boot/run-server.ts';

/** `npm start`: the server as people run it. */
await runServer();
