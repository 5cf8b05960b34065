/** The linter's rules that are this product's own; `.oxlintrc.json` switches them on. */

/** Whether a name is a component's or a hook's: what such a function does by itself, it does while it is drawn. */
const isDrawn = (name) => /^(?:[A-Z]|use[A-Z])/u.test(name);

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
/** What calls its argument at once; any other function that is passed on runs later. */
const AT_ONCE = new Set([
  'map',
  'flatMap',
  'filter',
  'find',
  'findLast',
  'some',
  'every',
  'forEach',
  'reduce',
  'from',
  'useMemo',
  'useState',
  'useReducer',
]);

function nameOf(node) {
  if (node.id) return node.id.name;
  const { parent } = node;
  return parent.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id.name : '';
}

function runsAtOnce(node) {
  const { parent } = node;
  if (parent.type !== 'CallExpression') return false;
  if (parent.callee === node) return true;
  const { callee } = parent;
  const called = callee.type === 'MemberExpression' ? callee.property.name : callee.name;
  return AT_ONCE.has(called);
}

/** The component or hook that runs this node whenever it is drawn, or null. */
function drawnBy(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (!FUNCTIONS.has(at.type)) continue;
    const name = nameOf(at);
    if (isDrawn(name)) return name;
    if (!runsAtOnce(at)) return null;
  }
  return null;
}

/** A snapshot that is read while a view is drawn is old as soon as it changes; `useSelector` draws the view anew. */
const noSnapshotInRender = {
  create: (context) => ({
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.property.name !== 'getSnapshot') return;
      const name = drawnBy(node);
      if (name)
        context.report({ node, message: `${name} reads a snapshot while it is drawn and is not drawn anew when it changes; select it.` });
    },
  }),
};

/** States by their names are the machine's own: a view asks a tag, or a selector that stands beside the machine. Elements match selectors. */
const noStatePaths = {
  create: (context) => ({
    CallExpression({ callee, arguments: [asked] }) {
      if (callee.type !== 'MemberExpression' || callee.property.name !== 'matches' || asked === undefined) return;
      const isElement =
        asked.type === 'Literal'
          ? /[:[#,\s>]|^\./u.test(String(asked.value))
          : asked.type === 'Identifier' && /^[A-Z_]+$/u.test(asked.name);
      if (!isElement) context.report({ node: callee, message: 'Views compare no states; ask a tag, or a selector beside the machine.' });
    },
  }),
};

// oxlint-disable-next-line import/no-default-export -- the shape that the linter wants
export default { meta: { name: 'troupe' }, rules: { 'no-snapshot-in-render': noSnapshotInRender, 'no-state-paths': noStatePaths } };
