import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { moduleChangers } from '../../scripts/tests/module-changers.ts';

const root = mkdtempSync(join(tmpdir(), 'troupe-changers-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const call = (name: string, what: string) => `vi.${name}(${what});\n`;

it('finds the tests that put something else in the place of a module, and no others', () => {
  mkdirSync(join(root, 'tests/ui'), { recursive: true });
  const files = {
    'tests/ui/first.test.tsx': call('mock', "'#ui/app/App.tsx', () => ({})"),
    'tests/later.test.tsx': call('doMock', "'#ui/app/App.tsx'"),
    'tests/again.test.tsx': call('resetModules', ''),
    'tests/timers.test.tsx': call('useFakeTimers', ''),
    'tests/mocked.test.tsx': call('mocked', 'read'),
    'tests/other.test.ts': call('mock', "'#domain/base/secret'"),
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  expect(moduleChangers(root, 'tests/**/*.test.tsx')).toEqual(['tests/again.test.tsx', 'tests/later.test.tsx', 'tests/ui/first.test.tsx']);
});
