import { expect, it } from 'vitest';
import { PROGRAM_SUFFIXES, isProgramName } from '#domain/files/program-suffixes';

it('what runs on a visitor’s or on our machine is a program', () => {
  expect([...PROGRAM_SUFFIXES].toSorted().join(' ')).toBe(
    'apk app asp aspx bash bat cgi cjs class cmd com cpl csh deb dll exe hta htaccess htm html ipa jar js jse jsp jspx lnk mjs msi msp ' +
      'phar php phtml pif pl ps1 psm1 py rb reg rpm scr sh shtml svgz sys vbe vbs war ws wsf wsh xhtml zsh',
  );
});

it.each([
  ['setup.exe', true],
  ['SETUP.EXE', true],
  ['setup.exe.', true],
  ['setup.exe. .', true],
  ['setup. exe ', true],
  ['setup.tar.sh', true],
  ['setup.sh.txt', false],
  ['exe', false],
  ['.htaccess', true],
  ['setup.', false],
  ['', false],
  ['...', false],
])('%j is a program: %s', (name, isProgram) => {
  expect(isProgramName(name)).toBe(isProgram);
});
