import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withoutSummaries } from '../../scripts/build/client-contract.ts';

describe('the contract as pages have it', () => {
  it('is without the sentences of its endpoints, and keeps its lines and all else', () => {
    const code = [
      'const call = endpoint({',
      "  path: '/api/x',",
      "  summary: 'One\\'s own.',",
      '  summary:',
      '    "Somebody\'s.",',
      '  output: summary,',
      '});',
    ].join('\n');
    expect(withoutSummaries(code)).toBe("const call = endpoint({\n  path: '/api/x',\n\n\n\n  output: summary,\n});");
  });

  it('has none left in any file that declares endpoints', () => {
    const files = globSync('src/api/contract/**/*.ts').filter((file) => /summary:\s*['"`]/u.test(readFileSync(file, 'utf8')));
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((file) => /summary:\s*['"`]/u.test(withoutSummaries(readFileSync(file, 'utf8'))))).toEqual([]);
  });
});
