import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { MUTATION_AREAS } from './areas.ts';

const area = MUTATION_AREAS[process.env['MUTATION_AREA'] ?? ''];
const tests = process.env['MUTATION_TESTS']?.split(',') ?? area?.tests ?? [];

// oxlint-disable-next-line import/no-default-export -- the runner reads its configuration so
export default defineConfig({
  plugins: [react()],
  test: { include: [...tests], testTimeout: 30_000, hookTimeout: 60_000 },
});
