// Babel configuration with which dependency-cruiser parses TypeScript. Its own parsers need TypeScript's compiler API,
// which version 7 no longer has, or do not support .tsx. Babel therefore parses a file and removes everything except its
// imports, including type imports.
module.exports = {
  babelrc: false,
  configFile: false,
  parserOpts: { plugins: ['typescript', 'jsx'] },
  plugins: [
    ({ types }) => ({
      visitor: {
        Program(program) {
          const imported = new Set();
          program.traverse({
            'ImportDeclaration|ExportNamedDeclaration|ExportAllDeclaration'({ node }) {
              if (node.source) imported.add(node.source.value);
            },
            TSImportType({ node }) {
              imported.add((node.argument.literal ?? node.argument).value);
            },
            CallExpression({ node }) {
              const [first] = node.arguments;
              const imports = node.callee.type === 'Import' || node.callee.name === 'require';
              if (imports && first?.type === 'StringLiteral') imported.add(first.value);
            },
            ImportExpression({ node }) {
              if (node.source.type === 'StringLiteral') imported.add(node.source.value);
            },
          });
          program.node.body = [...imported].map((path) =>
            types.importDeclaration([], types.stringLiteral(path)),
          );
        },
      },
    }),
  ],
};
