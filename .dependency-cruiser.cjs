// Who may import whom. Every rule is an error (house rule: a guard is an error or it is removed).
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'files of a cycle can be understood only together',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      comment: 'both sides import it, so it imports neither',
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
      name: 'modules-by-their-index',
      severity: 'error',
      comment:
        'a module uses another only through the functions of its index.ts; SQL that joins a table of another takes the types of its rows from the table file',
      from: { path: '^server/modules/([^/]+)/' },
      to: { path: '^server/modules/[^/]+/', pathNot: '^server/modules/$1/|^server/modules/[^/]+/(index|tables|[^/]+/table)\\.ts$' },
    },
    {
      name: 'screens-of-modules-do-not-import-each-other',
      severity: 'error',
      comment: 'references go by area name through the registry',
      from: { path: '^src/resources/([^/]+/[^/]+)/' },
      to: { path: '^src/resources/[^/]+/[^/]+/', pathNot: '^src/resources/$1/' },
    },
    {
      name: 'engine-knows-no-module',
      severity: 'error',
      from: { path: '^(src/(core|providers|layout|print|scan)|server/core)/' },
      to: { path: '^(src/resources|server/modules)/' },
    },
    {
      name: 'core-contract-knows-no-module',
      severity: 'error',
      from: { path: '^contract/core/' },
      to: { path: '^contract/', pathNot: '^contract/core/' },
    },
    {
      name: 'only-providers-call-http',
      severity: 'error',
      comment: 'one way to the server: refine’s hooks (src/core/mask/data.ts, use-call.ts) or `request` over the same data provider',
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
