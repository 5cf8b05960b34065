import { startClient } from './client.tsx';

await startClient();
