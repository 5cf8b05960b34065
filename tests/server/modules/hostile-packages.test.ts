import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '#domain/base/failure';
import { readMessageFiles } from '#server/adapters/message-files';
import { readPackage, readSignedPackage } from '#server/features/modules/package/read-package';
import { publisherKeys, signList, type PublisherKeys } from '#server/features/modules/package/signature';
import { newKeyPair, type KeyPair } from '#tests/support/key-pair.ts';
import { sourceOf, withoutPublic } from '#tests/support/packages.ts';
import { rawArchive, textBytes, type RawEntry } from '#tests/support/raw-archive.ts';
import { writePackage, type SourceFiles } from '../../../scripts/modules/write-package.ts';

const GOOD = withoutPublic(sourceOf('links'));
const json = (value: unknown) => textBytes(JSON.stringify(value));
const text = (name: string): string => new TextDecoder().decode(GOOD[name]);
/** A file of a package, to be changed at will. */
type Loose = any; // oxlint-disable-line typescript/no-explicit-any -- what is changed is wrong on purpose
const changed = (name: string, change: (value: Loose) => void): SourceFiles => {
  const value: Loose = JSON.parse(text(name));
  change(value);
  return { ...GOOD, [name]: json(value) };
};
const FEEDBACK = sourceOf('feedback');
/** A package with something for anybody, and a file of it changed. */
function withPart(name: string, change: (value: Loose) => unknown, like = name): Promise<Uint8Array<ArrayBuffer>> {
  const value: Loose = JSON.parse(new TextDecoder().decode(FEEDBACK[like]));
  change(value);
  return writePackage({ ...FEEDBACK, [name]: json(value) });
}
const without = (name: string): SourceFiles => Object.fromEntries(Object.entries(GOOD).filter(([key]) => key !== name));
const MESSAGE = 'sections/feedbackMessage.json';
const LINK = 'sections/linksLink.json';
const GROUP = 'sections/linksGroup.json';

const entry = (name: string | Uint8Array, rest: Partial<RawEntry> = {}): RawEntry => ({ name, bytes: textBytes('{}'), ...rest });
const raw = (name: string | Uint8Array, rest: Partial<RawEntry> = {}) => rawArchive([entry('module.json'), entry(name, rest)]);
/** A whole file with what stands before it, inside another file. */
const inner = rawArchive([entry('files.json')]).slice(0, -78);
const zeros = (bytes: number) => new Uint8Array(bytes);

let trusted: KeyPair;
let stranger: KeyPair;
let keys: PublisherKeys;
beforeAll(async () => {
  [trusted, stranger] = [await newKeyPair(), await newKeyPair()];
  keys = await publisherKeys([trusted.publicKey]);
});

/** The entries of a signed package, to be changed behind its signature. */
async function signedEntries(): Promise<Map<string, Uint8Array>> {
  const { unzipSync } = await import('fflate');
  return new Map(Object.entries(unzipSync(await writePackage(GOOD, trusted.privateKey))));
}
const behind = async (change: (files: Map<string, Uint8Array>) => void) => {
  const files = await signedEntries();
  change(files);
  return rawArchive([...files].map(([name, bytes]) => ({ name, bytes })));
};

type Hostile = readonly [what: string, fault: string, archive: () => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>];

const ARCHIVES: readonly Hostile[] = [
  ['no archive', 'noArchive', () => textBytes('this is no archive, whatever its name says')],
  ['nothing', 'noArchive', () => zeros(0)],
  ['an archive cut short', 'noArchive', () => raw('README.en.md').slice(0, -30)],
  ['an archive with a tail', 'noArchive', () => Uint8Array.from([...raw('README.en.md'), 1, 2, 3])],
  ['two directories', 'twoEnds', () => rawArchive([entry('module.json')], { note: rawArchive([entry('files.json')]).slice(-22) })],
  ['more than twenty megabytes', 'large', () => zeros(21 * 1_048_576)],
  ['a directory elsewhere', 'zip64', () => rawArchive([entry('module.json')], { start: 0xffffffff })],
  ['a directory whose size is elsewhere', 'zip64', () => rawArchive([entry('module.json')], { size: 0xffffffff })],
  ['a number of files that is elsewhere', 'zip64', () => rawArchive([entry('module.json')], { count: 0xffff })],
  ['sizes elsewhere', 'zip64', () => raw('files.json', { told: { unpacked: 0xffffffff } })],
  ['several disks', 'split', () => rawArchive([entry('module.json')], { disk: 1 })],
  ['a file on another disk', 'split', () => raw('files.json', { told: { disk: 1 } })],
  ['no files', 'empty', () => rawArchive([])],
  ['2,001 files', 'entries', () => rawArchive([entry('module.json')], { count: 2001 })],
  ['fewer files than it says', 'broken', () => rawArchive([entry('module.json')], { count: 2 })],
  ['more files than it says', 'broken', () => rawArchive([entry('module.json'), entry('files.json')], { count: 1 })],
  ['a directory that is somewhere else', 'broken', () => rawArchive([entry('module.json')], { size: 3 })],
  ['a file beyond the end', 'broken', () => raw('files.json', { told: { local: 900_000 } })],
  ['a file that runs into the directory', 'broken', () => raw('files.json', { told: { packed: 5000 } })],
  ['a stored file of two sizes', 'broken', () => raw('files.json', { method: 0, told: { unpacked: 7 } })],
  ['a link', 'link', () => raw('README.en.md', { mode: 0o120777 })],
  ['a link at a place of its own', 'link', () => raw('etc/passwd', { mode: 0o120777 })],
  ['a device', 'special', () => raw('README.en.md', { mode: 0o020666 })],
  ['a folder', 'folder', () => raw('sections/')],
  ['a folder in disguise', 'folder', () => raw('README.en.md', { mode: 0o040755 })],
  ['NUL in a name', 'nul', () => raw('README.en.md\0.exe')],
  ['a line break in a name', 'control', () => raw('README.en.md\n')],
  ['a long name', 'nameLong', () => raw(`assets/${'a'.repeat(200)}.png`)],
  ['a backslash', 'backslash', () => raw('sections\\evil.json')],
  ['a backslash that climbs', 'backslash', () => raw('..\\..\\evil.json')],
  ['a drive', 'drive', () => raw('C:/windows/evil.json')],
  ['an absolute path', 'absolute', () => raw('/etc/cron.d/evil')],
  ['a path that climbs', 'traversal', () => raw('../../server/main.ts')],
  ['a path that climbs from a folder', 'traversal', () => raw('sections/../../evil.json')],
  ['a path that stands still', 'traversal', () => raw('./module.json')],
  ['a script', 'unlisted', () => raw('install.js')],
  ['a picture with a script in it', 'unlisted', () => raw('assets/logo.svg')],
  ['SQL', 'unlisted', () => raw('install.sql')],
  ['a deeper folder', 'unlisted', () => raw('sections/deep/one.json')],
  ['a file twice', 'twice', () => raw('module.json')],
  ['a file that differs in case alone', 'twice', () => rawArchive([entry('sections/linksLink.json'), entry('sections/linkslink.json')])],
  ['an encrypted file', 'encrypted', () => raw('files.json', { flags: 1 })],
  ['another way of packing', 'method', () => raw('files.json', { method: 12 })],
  ['another name before the file', 'twoStories', () => raw('files.json', { localName: 'evil1.json' })],
  ['another way of packing before the file', 'twoStories', () => raw('files.json', { localMethod: 0 })],
  ['a name in no known writing', 'encoding', () => raw(Uint8Array.from([0xff, 0xfe, 0x41]))],
  [
    'files of 52 megabytes',
    'unpacked',
    () => rawArchive(Array.from({ length: 2 }, (_, index) => entry(`assets/p${index}.png`, { told: { unpacked: 26 * 1_048_576 } }))),
  ],
  ['a bomb that says so', 'ratio', () => raw('assets/bomb.png', { bytes: zeros(1_900_000) })],
  [
    'files that share bytes',
    'overlap',
    () =>
      rawArchive([
        entry('module.json', { method: 0, bytes: inner, told: { packed: inner.length, unpacked: inner.length } }),
        entry('files.json', { told: { local: 41 } }),
      ]),
  ],
  ['a bomb that says less', 'size', () => raw('README.en.md', { bytes: zeros(5_000_000), told: { unpacked: 40 } })],
  ['a file that is shorter than it says', 'size', () => raw('README.en.md', { told: { unpacked: 40 } })],
  ['bytes that cannot be unpacked', 'unreadable', () => raw('README.en.md', { packed: Uint8Array.from([0xff, 0xff, 0xff, 0xff]) })],
  ['a long text', 'fileLarge', () => raw('README.en.md', { method: 0, bytes: textBytes('long '.repeat(50_000)) })],
  ['no list of files', 'missing', () => rawArchive([entry('module.json')])],
  ['no manifest', 'missing', () => writePackage(without('module.json'))],
  ['a file that is listed and not there', 'missing', () => behind((files) => files.delete('CHANGELOG.en.md'))],
  ['a signature in no form', 'signatureForm', () => behind((files) => files.set('files.sig', textBytes('trust me')))],
  ['a signature by a stranger', 'publisher', () => writePackage(GOOD, stranger.privateKey)],
  [
    'a changed list under a kept signature',
    'signature',
    () => behind((files) => files.set('files.json', textBytes(`${new TextDecoder().decode(files.get('files.json'))} `))),
  ],
  ['a changed file under a kept signature', 'hash', () => behind((files) => files.set('README.en.md', textBytes('# Something else\n')))],
  [
    'a file of the same length under a kept signature',
    'hash',
    () =>
      behind((files) =>
        files.set(
          'README.en.md',
          files.get('README.en.md')!.map((byte, index) => (index === 2 ? 0x58 : byte)),
        ),
      ),
  ],
  ['one more file under a kept signature', 'notListed', () => behind((files) => files.set('rows/linksLink.json', textBytes('[]')))],
  ['a list of files that is no JSON', 'json', () => raw('files.json', { bytes: textBytes('{"files": oops}') })],
  ['a manifest that is no JSON', 'json', () => writePackage({ ...GOOD, 'module.json': textBytes('{,}') })],
  ['JSON of a hundred thousand levels', 'deep', () => writePackage({ ...GOOD, 'module.json': textBytes('['.repeat(100_000)) })],
  [
    'a name that is a trap',
    'trap',
    () => writePackage({ ...GOOD, 'module.json': textBytes(text('module.json').replace('"uid"', '"__proto__": {"uid": 1}, "uid"')) }),
  ],
  ['a text in no known writing', 'text', () => writePackage({ ...GOOD, 'README.en.md': Uint8Array.from([0xff, 0xfe, 0x41]) })],
  ['a manifest with something unknown', 'schema', () => writePackage(changed('module.json', (own) => (own.postInstall = 'rm -rf /')))],
  ['a version that is none', 'schema', () => writePackage(changed('module.json', (own) => (own.version = 'latest')))],
  ['a uid that is a path', 'schema', () => writePackage(changed('module.json', (own) => (own.uid = '../core')))],
  ['a website that runs', 'schema', () => writePackage(changed('module.json', (own) => (own.website = 'javascript:alert(1)')))],
  ['a section with code', 'schema', () => writePackage(changed(LINK, (own) => (own.declaration.check = 'return 1')))],
  ['a section with SQL', 'schema', () => writePackage(changed(LINK, (own) => (own.declaration.table = 'm_links_x; drop table admin')))],
  [
    'a script in the README',
    'markup',
    () => writePackage({ ...GOOD, 'README.en.md': textBytes('# Links\n\n<script>alert(1)</script>\n') }),
  ],
  [
    'a picture that runs in the README',
    'markup',
    () => writePackage({ ...GOOD, 'README.zh-cn.md': textBytes('<img src=x onerror=alert(1)>') }),
  ],
  [
    'a link that runs in the README',
    'linkScheme',
    () => writePackage({ ...GOOD, 'CHANGELOG.md': textBytes('[more](javascript:alert(1))') }),
  ],
  [
    'asking for what nobody can give',
    'askNotGiven',
    () => writePackage(changed('module.json', (own) => (own.asks.redirect = ['linksLink']))),
  ],
  ['a setting of somebody else', 'foreignSetting', () => withPart('settings.json', ([own]) => (own.name = 'site_name'))],
  ['a setting twice', 'settingTwice', () => withPart('settings.json', (own) => own.push(own[0]))],
  ['a choice without options', 'settingOptions', () => withPart('settings.json', ([own]) => (own.type = 'select'))],
  ['administrators for anybody to read', 'partSection', () => withPart('public.json', ({ read }) => (read.admin = read.feedbackForm))],
  ['a field that is not there', 'partField', () => withPart('public.json', ({ read }) => read.feedbackForm.fields.push('password'))],
  ['a condition of no choice', 'partField', () => withPart('public.json', ({ read }) => (read.feedbackForm.where = { title: ['x'] }))],
  [
    'a form that writes what the server owns',
    'partField',
    () => withPart('public.json', ({ write }) => write.feedbackMessage.fields.push('id')),
  ],
  ['a form without what is required', 'partField', () => withPart('public.json', ({ write }) => write.feedbackMessage.fields.splice(1, 1))],
  ['mail to any setting', 'partMail', () => withPart('public.json', ({ write }) => (write.feedbackMessage.mailTo = ['smtp_user']))],
  [
    'addresses for anybody to read',
    'unaskedPersonal',
    () => withPart('public.json', ({ read }) => (read.feedbackMessage = { fields: ['title', 'email'] })),
  ],
  ['a page in the place of pictures', 'pageName', () => withPart('pages/assets.json', () => undefined, 'pages/index.json')],
  ['a page that shows what nobody may read', 'pageField', () => withPart('pages/index.json', ({ item }) => (item.title.zh = 'isOpen'))],
  ['a page that leads nowhere', 'pageOther', () => withPart('pages/index.json', (own) => (own.opens = 'nothing'))],
  ['a record that leads to two places', 'pageField', () => withPart('pages/index.json', ({ item }) => (item.address = 'title'))],
  ['a switch of somebody else', 'pageNav', () => withPart('pages/index.json', (own) => (own.nav = 'feedback_mail'))],
  ['a page that it does not ask for', 'unaskedPart', () => withPart('module.json', ({ asks }) => asks.pages.pop())],
  ['asking for what it does not use', 'askUnused', () => withPart('module.json', ({ asks }) => asks.publicRead.push('feedbackMessage'))],
  [
    'a life that mails to any setting',
    'lifeReaches',
    () => withPart(MESSAGE, ({ declaration: { life } }) => (life.effects.mailAnswer.mail = { setting: 'smtp_user' })),
  ],
  [
    'a life that leads on records of the program',
    'lifeReaches',
    () =>
      withPart(
        MESSAGE,
        ({ declaration: { life } }) => (life.effects.mailAnswer = { send: 'publish', to: { referring: 'goods', by: 'id' } }),
      ),
  ],
  [
    'a life that counts what the module did not ask to read',
    'lifeReaches',
    () =>
      withPart(
        MESSAGE,
        ({ declaration: { life } }) => (life.conditions.hasAddress = { referring: 'goods', by: 'categoryId', is: 'gt', value: 0 }),
      ),
  ],
  ['a life that mails to people unasked', 'unaskedPart', () => withPart('module.json', ({ asks }) => asks.mailPeople.pop())],
  [
    'asking to mail to people of whom nothing mails',
    'askUnused',
    () => withPart('module.json', ({ asks }) => asks.mailPeople.push('feedbackMessage.name')),
  ],
  ['an option that became none', 'becameOption', () => withPart(MESSAGE, ({ became }) => (became.state.open = 'gone'))],
  ['an option that became another and is there', 'becameOption', () => withPart(MESSAGE, ({ became }) => (became.state.new = 'closed'))],
  ['what is no word on options', 'schema', () => withPart(MESSAGE, (own) => (own.became = ['state']))],
  [
    'no sections',
    'noSections',
    () => writePackage(Object.fromEntries(Object.entries(GOOD).filter(([name]) => !/^(?:sections|rows)\//u.test(name)))),
  ],
  [
    'too many sections',
    'manySections',
    () =>
      writePackage({
        ...GOOD,
        ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`sections/links${index}.json`, GOOD[LINK]!])),
      }),
  ],
  ['a core table', 'foreignTable', () => writePackage(changed(LINK, (own) => (own.declaration.table = 'admin')))],
  ['the table of another module', 'foreignTable', () => writePackage(changed(LINK, (own) => (own.declaration.table = 'm_shop_order')))],
  ['a core controller', 'foreignController', () => writePackage(changed(LINK, (own) => (own.declaration.controller = 'auth.Admin')))],
  ['the name of another section', 'sectionFile', () => writePackage(changed(LINK, (own) => (own.declaration.name = 'admin')))],
  [
    'a core section',
    'foreignName',
    () => {
      const group = JSON.parse(text(GROUP));
      const member = { ...group, declaration: { ...group.declaration, name: 'member' } };
      return writePackage({ ...GOOD, 'sections/member.json': json(member) });
    },
  ],
  ['a place among the rights', 'foreignMenu', () => writePackage(changed(LINK, (own) => (own.declaration.menu.under = 'auth')))],
  ['records that nobody asked for', 'unasked', () => writePackage(changed(LINK, (own) => (own.declaration.fields.groupId.of = 'member')))],
  ['rows of no section', 'rowsOfNone', () => writePackage({ ...GOOD, 'rows/admin.json': textBytes('[]') })],
  ['too many rows', 'manyRows', () => writePackage({ ...GOOD, 'rows/linksLink.json': json(Array.from({ length: 500 }, () => ({}))) })],
  [
    'sections in a circle',
    'circle',
    () => writePackage(changed(GROUP, (own) => (own.declaration.fields.linkId = { kind: 'remoteSelect', of: 'linksLink' }))),
  ],
];

const messages = readMessageFiles(join(process.cwd(), 'locales'));

async function refusalOf(bytes: Uint8Array<ArrayBuffer>) {
  const failure = failureOf(
    await readPackage(bytes, keys).then(
      () => new Error('it was taken'),
      (error: unknown) => error,
    ),
  );
  if (failure.kind !== 'rejected') throw new Error(failure.kind);
  return { fault: failure.message.replace('refusals.modules.archive.', ''), failure };
}

describe('a hostile package', () => {
  it.each(ARCHIVES)('with %s is refused: %s', async (_what, fault, archive) => {
    const { fault: found, failure } = await refusalOf(await archive());
    expect(found).toBe(fault);
    for (const language of ['zh-cn', 'en'] as const) {
      const sentence = messages.text(language, failure.message, failure.params);
      // A sentence with nothing left to fill in.
      expect(sentence).not.toMatch(/refusals\.|\{\{/u);
    }
  });

  it('is told apart from others by its sentence', () => {
    const faults = [...new Set(ARCHIVES.map(([, fault]) => fault))];
    for (const language of ['zh-cn', 'en'] as const)
      expect(new Set(faults.map((fault) => messages.text(language, `refusals.modules.archive.${fault}`, {}))).size).toBe(faults.length);
    expect(ARCHIVES.length).toBeGreaterThanOrEqual(60);
  });
});

async function told(archive: Uint8Array<ArrayBuffer>, read: typeof readPackage): Promise<string> {
  const failure = failureOf(await read(archive, keys).catch((error: unknown) => error));
  return failure.kind === 'rejected' ? failure.message : failure.kind;
}

/** The files of the module that is written down, each below a line that begins with its name. */
const documentedFiles = (document: string): SourceFiles =>
  Object.fromEntries(
    [...document.matchAll(/^`([a-zA-Z/]+\.json)`(?:(?!```)[\s\S])*```json\n([\s\S]*?)```/gmu)].map(([, name, text]) => [
      name!,
      textBytes(text!),
    ]),
  );

describe('a package', () => {
  it('is read where nothing is wrong with it, signed or not', async () => {
    const plain = await readPackage(await writePackage(GOOD), keys);
    expect(plain.publisher).toBeNull();
    expect(plain.manifest.uid).toBe('links');
    expect(plain.sections.map(({ declaration }) => declaration.name)).toEqual(['linksGroup', 'linksLink']);
    expect(plain.rows).toEqual({ linksGroup: [{ title: '常用', title_en: 'Often used', note: '' }] });
    expect(plain.readMe.en).toContain('# Links');
    // As other programs pack it: with the rights of its files, or without packing them.
    const { unzipSync } = await import('fflate');
    const files = Object.entries(unzipSync(await writePackage(GOOD)));
    for (const how of [{ mode: 0o100644 }, { mode: 0o100755, method: 0 }, { method: 0 }])
      expect(await readPackage(rawArchive(files.map(([name, bytes]) => ({ name, bytes, ...how }))), keys)).toEqual({
        ...plain,
        sha256: expect.stringMatching(/^[\da-f]{64}$/u) as string,
      });
    const signed = await readPackage(await writePackage(GOOD, trusted.privateKey), keys);
    expect(signed.publisher).toBe([...keys.keys()][0]);
  });

  it('that has to be signed is refused before anything of it is unpacked, by its directory or by whoever signed it', async () => {
    const broken: RawEntry = { name: 'README.en.md', packed: Uint8Array.from([0xff, 0xff, 0xff, 0xff]) };
    const unsigned = rawArchive([entry('files.json'), broken]);
    expect(await told(unsigned, readPackage)).toBe('refusals.modules.archive.unreadable');
    expect(await told(unsigned, readSignedPackage)).toBe('refusals.modules.unsigned');
    const signature = textBytes(await signList(textBytes('{}'), stranger.privateKey));
    const strange = rawArchive([entry('files.json'), { name: 'files.sig', bytes: signature }, broken]);
    expect(await told(strange, readPackage)).toBe('refusals.modules.archive.unreadable');
    expect(await told(strange, readSignedPackage)).toBe('refusals.modules.archive.publisher');
  });

  it('says what is new in each language, or in one file for both', async () => {
    const { 'CHANGELOG.en.md': _en, 'CHANGELOG.zh-cn.md': _zh, ...rest } = GOOD;
    const changesOf = async (texts: SourceFiles) => (await readPackage(await writePackage({ ...rest, ...texts }), keys)).changeLog;
    const both = { 'CHANGELOG.zh-cn.md': textBytes('# 新'), 'CHANGELOG.en.md': textBytes('# New') };
    expect(await changesOf(both)).toEqual({ 'zh-cn': '# 新', en: '# New' });
    expect(await changesOf({ 'CHANGELOG.md': textBytes('# New') })).toEqual({ 'zh-cn': '# New', en: '# New' });
    expect(await changesOf({})).toEqual({ 'zh-cn': '', en: '' });
  });

  it('is what the document on modules says it is', async () => {
    const files = documentedFiles(readFileSync('docs/modules.md', 'utf8').split('## Write a module')[1]!);
    expect(Object.keys(files)).toEqual(['module.json', 'sections/eventsEvent.json', 'public.json', 'pages/index.json', 'settings.json']);
    const texts = Object.fromEntries(['README.zh-cn.md', 'README.en.md', 'CHANGELOG.md'].map((name) => [name, textBytes('# Events')]));
    const { manifest, parts } = await readPackage(await writePackage({ ...files, ...texts }), keys);
    expect([manifest.uid, parts.pages.length, parts.settings.length]).toEqual(['events', 1, 1]);
  });

  it('needs of its manifest what the document does not say may be left out', async () => {
    const page = readFileSync('docs/modules.md', 'utf8').split('## Write a module')[1]!;
    const files = documentedFiles(page);
    const texts = Object.fromEntries(['README.zh-cn.md', 'README.en.md', 'CHANGELOG.md'].map((name) => [name, textBytes('# Events')]));
    const whole: Loose = JSON.parse(new TextDecoder().decode(files['module.json']));
    const without: string[] = [];
    for (const key of Object.keys(whole)) {
      const rest = textBytes(JSON.stringify(Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key))));
      const isPackage = await readPackage(await writePackage({ ...files, ...texts, 'module.json': rest }), keys).then(
        () => true,
        () => false,
      );
      if (isPackage) without.push(key);
    }
    const [, said = ''] = /^`module\.json` – (.*?)may be left out/mu.exec(page) ?? [];
    // The example itself leaves one of them out.
    expect([...without, 'website'].toSorted()).toEqual([...said.matchAll(/`(\w+)`/gu)].map(([, name]) => name!).toSorted());
  });

  it('is the same bytes whenever it is packed', async () => {
    expect(await writePackage(GOOD, trusted.privateKey)).toEqual(await writePackage(GOOD, trusted.privateKey));
  });
});
