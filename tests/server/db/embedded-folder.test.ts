import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkFolder } from '#server/db/embedded/embedded-folder';

const root = mkdtempSync(join(tmpdir(), 'troupe-read-only-'));
/** Only root may mount, and not in every container. */
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', root]).status === 0;

afterAll(() => {
  if (isMounted) spawnSync('umount', [root]);
  rmdirSync(root);
});

describe.runIf(isMounted)('a data directory on a disk that is mounted read-only', () => {
  it('is refused with what is wrong and what to do', () => {
    expect(() => checkFolder({ root, database: join(root, 'database') })).toThrow(
      `${root} cannot be written: the disk is mounted read-only. Mount it for writing (it may have turned read-only after an error: look into the log of the system first), or set DATA_DIR to another directory.`,
    );
  });
});
