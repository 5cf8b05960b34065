import * as z from 'zod';
import { accepted, fact, NotKnown, refused, type Exchange } from './exchange.ts';
import { page, row } from './shapes.ts';
import type { Spelling } from './spelling.ts';

const path = z.string().min(1);
const paths = z.record(z.string(), z.string());

const get = (title: string, query: (marker: string) => string, reply: Exchange['reply']): Exchange => ({
  title,
  source: '§5.18',
  call: ({ marker }) => ({ method: 'GET', path: `/admin/${query(marker)}` }),
  reply,
});

/** The code generator as far as it writes nothing: what it makes stays in the database of whoever is asked. */
export function generating(spelling: Spelling): readonly Exchange[] {
  const [crud, log] = [spelling.controller('crud.Crud'), spelling.controller('crud.Log')];
  const post = (
    title: string,
    action: string,
    body: (marker: string) => Readonly<Record<string, unknown>>,
    reply: Exchange['reply'],
  ): Exchange => ({
    title,
    source: '§5.18',
    call: ({ marker }) => ({ method: 'POST', path: `/admin/${crud}/${action}`, body: body(marker) }),
    reply,
  });
  const table = (marker: string) => ({
    name: marker,
    comment: marker,
    quickSearchField: [],
    defaultSortField: 'id',
    defaultSortType: 'desc',
    formFields: [],
    columnFields: [],
    generateRelativePath: '',
    isCommonModel: 0,
    modelFile: '',
    controllerFile: '',
    validateFile: '',
    webViewsDir: '',
    ...(spelling.dialect === 'v2' && { databaseConnection: '', designChange: [], rebuild: 'No' }),
  });
  return [
    // The older dialect does not ask for it.
    ...(spelling.dialect === 'v2'
      ? [
          get(
            'a table that was never generated has no log',
            (marker) => `${crud}/checkCrudLog?table=${marker}`,
            accepted(row({ id: z.literal(0) })),
          ),
        ]
      : []),
    {
      ...get(
        'the files of a section that is to be are told, and those of others',
        (marker) => `${crud}/getFileData?table=${marker}&commonModel=0`,
        accepted(
          row({
            modelFile: path,
            controllerFile: path,
            validateFile: path,
            webViewsDir: path,
            controllerFileList: paths,
            modelFileList: paths,
          }),
        ),
      ),
      learn: (
        {
          controllerFile,
          controllerFileList,
        }: { readonly controllerFile: string; readonly controllerFileList: Readonly<Record<string, string>> },
        known,
      ) => {
        known.facts.set('freeFile', controllerFile);
        const [taken] = Object.keys(controllerFileList);
        if (taken === undefined) throw new NotKnown('takenFile');
        known.facts.set('takenFile', taken);
      },
    },
    {
      title: 'a table and a controller that nobody has are free',
      source: '§5.18',
      call: (known) => ({
        method: 'POST',
        path: `/admin/${crud}/generateCheck`,
        body: { table: known.marker, connection: '', controllerFile: fact(known, 'freeFile') },
      }),
      reply: accepted(),
    },
    {
      title: 'a controller that is there is told by a code of its own',
      source: '§5.18',
      call: (known) => ({
        method: 'POST',
        path: `/admin/${crud}/generateCheck`,
        body: { table: known.marker, connection: '', controllerFile: fact(known, 'takenFile') },
      }),
      reply: { kind: 'envelope', code: -1, data: row({ table: z.literal(false), controller: z.literal(true) }) },
    },
    post(
      'a table that there is not has no columns',
      'parseFieldData',
      (marker) => ({ type: 'db', table: marker, connection: '' }),
      refused,
    ),
    post('what has no key is not generated', 'generate', (marker) => ({ type: 'create', table: table(marker), fields: [] }), refused),
    get(
      'what was generated is listed',
      () => `${log}/index`,
      accepted(
        page(
          row({
            id: z.number(),
            table_name: z.string(),
            table: row({}),
            fields: z.array(z.unknown()),
            status: z.enum(['delete', 'success', 'error', 'start']),
          }),
        ),
      ),
    ),
    ...(spelling.dialect === 'v1'
      ? [get('tables are told by their names', () => `${crud}/databaseList`, accepted(row({ dbs: paths })))]
      : []),
  ];
}
