/**
 * How a tool is called here: by npm, or by the command of a release, which has no npm and names itself.
 * @param args as they are written behind it
 */
export function toolLine(tool: string, args = ''): string {
  const command = process.env['TROUPE_COMMAND'];
  const written = args === '' ? '' : ` ${args}`;
  return command ? `${command} ${tool.replaceAll(':', '-')}${written}` : `npm run ${tool}${args === '' ? '' : ' --'}${written}`;
}
