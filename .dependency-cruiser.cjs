// Who may import whom. Every rule is an error (house rule: a guard is an error or it is removed).
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'a cycle has no first file to read',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      comment: 'both sides obey it, so it may lean on neither',
      from: { path: '^contract/' },
      to: { pathNot: '^contract/|node_modules/zod/' },
    },
    {
      name: 'print-imports-only-contract',
      severity: 'error',
      comment: 'the same bytes in a browser worker and in Node: no DOM, no Node, no area',
      from: { path: '^print/' },
      to: { pathNot: '^(print|contract)/|node_modules/(zod|fflate|jsbarcode)/' },
    },
    { name: 'browser-never-imports-server', severity: 'error', from: { path: '^src/' }, to: { path: '^server/' } },
    { name: 'server-never-imports-browser', severity: 'error', from: { path: '^server/' }, to: { path: '^src/' } },
    {
      name: 'areas-do-not-import-each-other',
      severity: 'error',
      comment:
        'references go by area name through the registry; SQL that joins another table takes the types of its rows from the table file',
      from: { path: '^(src/resources|server/areas)/([^/]+)/' },
      to: { path: '^(src/resources|server/areas)/[^/]+/', pathNot: '^$1/$2/|^server/areas/[^/]+/table\\.ts$' },
    },
    {
      name: 'engine-knows-no-area',
      severity: 'error',
      from: { path: '^(src/(mask|providers|layout)|server/(http|db|live|jobs))/' },
      to: { path: '^(src/resources|server/areas)/[^/]+/' },
    },
    {
      name: 'only-providers-call-http',
      severity: 'error',
      comment: 'one way to the server: refine’s hooks (src/mask/data.ts, use-call.ts) or `request` over the same data provider',
      from: { path: '^src/', pathNot: '^src/(providers|login)/' },
      to: { path: '^src/providers/http\\.ts$|node_modules/axios/', dependencyTypesNot: ['type-only'] },
    },
    { name: 'tests-are-not-shipped', severity: 'error', from: { path: '^(src|server|contract|print)/' }, to: { path: '^tests/' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    exclude: { path: '^(dist|data|node_modules)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
