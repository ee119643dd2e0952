import { posix } from 'node:path';
import { parse } from '@babel/parser';

/**
 * @typedef {{path: string, text: string}} ReportedModule a module's path within `src`, and the declarations that the
 *   package's exports consist of
 * @typedef {{kind: 'value' | 'type', isGeneric: boolean}} ExportKind
 */

const parserOptions = { sourceType: 'module', plugins: [['typescript', { dts: true }]] };

/** Every node below `node`, itself included. */
function* nodesIn(node) {
  if (Array.isArray(node)) for (const item of node) yield* nodesIn(item);
  else if (node !== null && typeof node === 'object') {
    if (typeof node.type === 'string') yield node;
    for (const [key, value] of Object.entries(node)) if (key !== 'loc') yield* nodesIn(value);
  }
}

/**
 * Applies replacements to a part of a text.
 * @param {string} text
 * @param {{start: number, end: number}} part
 * @param {{start: number, end: number, text: string}[]} edits they do not overlap
 */
function replaceIn(text, part, edits) {
  let result = '';
  let at = part.start;
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at, part.end);
}

/** The text of a statement. A destructured parameter has a fixed name: how a function reads it is not its API. */
function statementText(text, statement) {
  // A pattern within another one has no type of its own.
  const patterns = [...nodesIn(statement)].filter(
    ({ type, typeAnnotation }) => type === 'ObjectPattern' && typeAnnotation,
  );
  const edits = patterns.map(({ start, typeAnnotation }, index) => ({
    start,
    end: typeAnnotation.start,
    text: index === 0 ? 'options' : `options${index + 1}`,
  }));
  return replaceIn(text, statement, edits);
}

/** The names that a declaration statement declares. */
function declaredNames(declaration) {
  if (declaration.type === 'VariableDeclaration') return declaration.declarations.map(({ id }) => id.name);
  return declaration.id ? [declaration.id.name] : [];
}

const nameOf = (node) => (node.type === 'StringLiteral' ? node.value : node.name);

/** Parses the declarations, imports and exports of a module. */
function parseModule(path, text) {
  /** Statements by the names that they declare; overloads have several. */
  const declarations = new Map();
  const imports = new Map();
  const reexports = new Map();
  const stars = [];
  for (const statement of parse(text, parserOptions).program.body) {
    if (statement.type === 'ImportDeclaration')
      for (const specifier of statement.specifiers)
        imports.set(specifier.local.name, { statement, specifier });
    else if (statement.type === 'ExportAllDeclaration') stars.push(statement);
    else if (statement.type === 'ExportNamedDeclaration' && !statement.declaration)
      for (const specifier of statement.specifiers)
        reexports.set(nameOf(specifier.exported), { statement, specifier });
    else
      for (const name of declaredNames(statement.declaration ?? statement))
        declarations.set(name, [...(declarations.get(name) ?? []), statement]);
  }
  return { path, text, declarations, imports, reexports, stars, lines: new Set() };
}

/** The text of an import or export of one name, as it is in a report. */
function linkText({ statement, specifier }) {
  const isType = [statement.importKind, statement.exportKind, specifier.importKind, specifier.exportKind];
  const [verb, from, to] =
    statement.type === 'ImportDeclaration'
      ? ['import', specifier.imported, specifier.local]
      : ['export', specifier.local, specifier.exported];
  const source = statement.source === null ? '' : ` from '${statement.source.value}'`;
  if (specifier.type === 'ImportNamespaceSpecifier') return `import type * as ${to.name}${source};`;
  if (specifier.type === 'ImportDefaultSpecifier') return `import type ${to.name}${source};`;
  const alias = nameOf(from) === nameOf(to) ? nameOf(from) : `${nameOf(from)} as ${nameOf(to)}`;
  return `${verb} ${isType.includes('type') ? 'type ' : ''}{ ${alias} }${source};`;
}

/**
 * Describes a package's public API: the declarations that its exports consist of, without comments and without what is
 * only used inside.
 * @param {(path: string) => string} read returns the declarations of a module of the package
 * @param {string} [entry] the module whose exports are the API
 * @returns {{modules: ReportedModule[], exports: Map<string, ExportKind>}} sorted by path and by name
 */
export function describeApi(read, entry = 'index.ts') {
  const modules = new Map();
  const open = (path) => {
    if (!modules.has(path)) modules.set(path, parseModule(path, read(path)));
    return modules.get(path);
  };
  const follow = (module, source) => posix.join(posix.dirname(module.path), source);

  /** Reports what `name` is in a module, and everything that it refers to. Returns its declaration, if it is here. */
  function include(module, name) {
    const statements = module.declarations.get(name);
    if (statements !== undefined) return includeStatements(module, statements);
    const link = module.imports.get(name);
    if (link !== undefined) return includeLink(module, link, link.specifier.imported);
    return undefined;
  }

  function includeLink(module, link, original) {
    module.lines.add(linkText(link));
    const source = link.statement.source?.value;
    if (source === undefined) return include(module, nameOf(original));
    return source.startsWith('.') && original
      ? includeExport(open(follow(module, source)), nameOf(original))
      : undefined;
  }

  function includeExport(module, name) {
    const link = module.reexports.get(name);
    if (link !== undefined) return includeLink(module, link, link.specifier.local);
    if (module.declarations.has(name)) return include(module, name);
    for (const star of module.stars) {
      const next = open(follow(module, star.source.value));
      if (!exportedNames(next).includes(name)) continue;
      module.lines.add(`export * from '${star.source.value}';`);
      return includeExport(next, name);
    }
    throw new Error(`${module.path} does not export ${name}`);
  }

  function includeStatements(module, statements) {
    for (const statement of statements) {
      const text = statementText(module.text, statement);
      if (module.lines.has(text)) continue;
      module.lines.add(text);
      for (const node of nodesIn(statement)) includeReference(module, node);
    }
    return statements[0];
  }

  function includeReference(module, node) {
    if (node.type === 'Identifier') include(module, node.name);
    if (node.type !== 'TSImportType') return;
    const source = (node.argument.literal ?? node.argument).value;
    let first = node.qualifier;
    while (first?.type === 'TSQualifiedName') first = first.left;
    if (source.startsWith('.') && first) includeExport(open(follow(module, source)), first.name);
  }

  function exportedNames(module) {
    const own = [...module.declarations].flatMap(([name, [statement]]) =>
      statement.type === 'ExportNamedDeclaration' ? [name] : [],
    );
    const others = module.stars.flatMap(({ source }) => exportedNames(open(follow(module, source.value))));
    return [...own, ...module.reexports.keys(), ...others];
  }

  const index = open(entry);
  const exports = new Map();
  for (const name of exportedNames(index).toSorted()) {
    const link = index.reexports.get(name);
    const statement = includeExport(index, name);
    const declaration = statement?.declaration ?? statement;
    const isType = declaration
      ? /^TS(Interface|TypeAlias)Declaration$/.test(declaration.type)
      : link?.specifier.exportKind === 'type' || link?.statement.exportKind === 'type';
    exports.set(name, { kind: isType ? 'type' : 'value', isGeneric: Boolean(declaration?.typeParameters) });
  }
  const reported = [...modules.values()].filter(({ lines }) => lines.size > 0);
  return {
    exports,
    modules: reported
      .map(({ path, lines }) => ({ path, text: [...lines].toSorted().join('\n') }))
      .toSorted((one, other) => (one.path < other.path ? -1 : 1)),
  };
}

/**
 * Writes methods as properties with a function type. TypeScript compares parameters of methods in both directions, so
 * that a method with an additional requirement would be assignable to the one without it.
 * @param {string} text the declarations of a module
 */
export function methodsAsProperties(text) {
  const { program } = parse(text, parserOptions);
  const methods = [...nodesIn(program)].filter(
    ({ type, kind, computed }) => type === 'TSMethodSignature' && kind === 'method' && !computed,
  );
  const edits = methods.flatMap(({ key, optional, typeAnnotation }) => {
    if (!typeAnnotation) return [];
    const end = key.end + (optional ? 1 : 0);
    const arrow = { start: typeAnnotation.start, end: typeAnnotation.start + 1, text: ' =>' };
    return [{ start: end, end, text: ': ' }, arrow];
  });
  return replaceIn(text, { start: 0, end: text.length }, edits);
}

/**
 * Formats a report: a declaration file in which each module's declarations follow a comment with its path.
 * @param {string} name name of the package
 * @param {string} version the version whose API this is: `Contract 2.5.0` or `Release 1.0.0`
 * @param {ReportedModule[]} modules
 */
export function formatReport(name, version, modules) {
  const head = `// API of ${name}. ${version}. Written by npm run api-report.\n`;
  return head + modules.map(({ path, text }) => `\n// ${path}\n${text}\n`).join('');
}

/**
 * Parses a report that `formatReport` wrote. Throws when it has no version.
 * @param {string} text
 * @returns {{version: string, modules: ReportedModule[]}}
 */
export function parseReport(text) {
  const version = /^\/\/ .+ ((?:Contract|Release) \d+\.\d+\.\d+)\. /.exec(text)?.[1];
  if (version === undefined) throw new Error('The API report does not name its version');
  const [, ...parts] = text.trimEnd().split(/\n\n\/\/ (?=\S+\n)/);
  const modules = parts.map((part) => {
    const end = part.indexOf('\n');
    return { path: part.slice(0, end), text: part.slice(end + 1) };
  });
  return { version, modules };
}
