import { startClient } from './client.tsx';

// Not awaited: with an `await` at the top of a module the bundler leaves alone which files it makes.
void startClient();
