"""What the move of the areas changes beside paths: workspaces, rules of imports, projects of tests, the image. Usage: fix.py <checkout>, after move.py."""
import glob, json, os, re, sys
root=sys.argv[1]; os.chdir(root)
def rd(p): return open(p).read()
def wr(p,s):
    os.makedirs(os.path.dirname(p) or '.',exist_ok=True); open(p,'w').write(s)
def sub(p,*pairs):
    s=rd(p)
    for a,b in pairs:
        if a not in s: print('NOT FOUND in',p,':',a[:90]); continue
        s=s.replace(a,b)
    wr(p,s)
versions={}
for p in ['server','web','contract']:
    j=json.load(open(f'packages/{p}/package.json'))
    versions.update(j.get('dependencies',{})); versions.update(j.get('devDependencies',{}))
versions.update(json.load(open('e2e/package.json'))['devDependencies'])
server='@myriaddreamin/typst-ts-node-compiler @node-saml/node-saml @packhouse/contract @packhouse/messages @simplewebauthn/server @zxcvbn-ts/language-common countries-list currency-codes fastify hyparquet-writer i18n-iso-countries kysely openid-client otplib pg pino rate-limiter-flexible sax uqr zod'.split()
dev='@base-ui/react @codemirror/autocomplete @codemirror/commands @codemirror/language @codemirror/state @codemirror/view @lezer/highlight @tanstack/react-query @tanstack/react-router @packhouse/server csv-parse diff fast-check hucre hyparquet logic-solver mqtt playwright-core react react-dom react-hook-form sharp uplot @types/react @types/react-dom @types/pg @types/sax'.split()
wr('areas/package.json',json.dumps({'name':'@packhouse/areas','version':'0.1.0','private':True,'type':'module','sideEffects':False,'dependencies':{k:versions.get(k,'0.1.0') for k in sorted(server)},'devDependencies':{k:versions.get(k,'0.1.0') for k in sorted(dev)}},indent=2)+'\n')
# The package has React for its screens; names that begin with `use` are hooks in those alone.
sub('biome.json',('  "overrides": [\n','  "overrides": [\n    {\n      "includes": ["areas/*/{contract,server,messages,test,e2e}/**"],\n      "linter": { "rules": { "correctness": { "useHookAtTopLevel": "off", "noComponentHookFactories": "off" } } }\n    },\n'))
sub('packages/contract/package.json',('    "./configurator": "./src/library/solver/index.ts",\n',''))
sub('package.json',('"check:dead": "knip"','"check:dead": "knip --no-config-hints"'),('    "packages/*",\n','    "packages/*",\n    "areas",\n'),('depcruise packages e2e','depcruise packages areas e2e'))
wr('packages/contract/tsconfig.json','{ "extends": "../../tsconfig.base.json", "include": ["src", "../../areas/*/contract"] }\n')
wr('packages/server/tsconfig.json','{\n  "extends": "../../tsconfig.base.json",\n  "compilerOptions": { "types": ["node"] },\n  "include": ["src", "test", "../../areas/*/server", "../../areas/*/test"]\n}\n')
sub('packages/web/tsconfig.json',('"include": ["src"]','"include": ["src", "../../areas/*/web"]'))
sub('e2e/tsconfig.json',('"include": ["src", "test"]','"include": ["src", "test", "../areas/*/e2e"]'))
sub('vitest.config.ts',
 ("const isolated = 'packages/server/test/**/*.isolated.test.ts'","const isolated = ['packages/server/test', 'areas/*/test'].map((folder) => `${folder}/**/*.isolated.test.ts`)"),
 ("include: ['packages/!(web)/src/**/*.test.ts', 'bench/src/**/*.test.ts', 'scripts/**/*.test.ts'],","include: [\n          'packages/!(web)/src/**/*.test.ts',\n          'areas/*/{contract,server}/**/*.test.ts',\n          'bench/src/**/*.test.ts',\n          'scripts/**/*.test.ts',\n        ],"),
 ("include: ['packages/web/src/**/*.test.{ts,tsx}']","include: ['packages/web/src/**/*.test.{ts,tsx}', 'areas/*/web/**/*.test.{ts,tsx}']"),
 ("include: ['packages/server/test/**/*.test.ts'],\n        exclude: [isolated, ...notInGate],","include: ['packages/server/test/**/*.test.ts', 'areas/*/test/**/*.test.ts'],\n        exclude: [...isolated, ...notInGate],"),
 ("include: [isolated]","include: isolated"),
 ("include: ['e2e/test/*.test.ts']","include: ['e2e/test/*.test.ts', 'areas/*/e2e/*.test.ts']"),
 ("include: ['e2e/test/office/*.test.ts']","include: ['e2e/test/office/*.test.ts', 'areas/*/e2e/office/*.test.ts']"),
 ("include: ['packages/**/*.long.test.ts',","include: ['packages/**/*.long.test.ts', 'areas/*/!(e2e)/**/*.long.test.ts',"),
 ("include: ['e2e/test/**/*.long.test.ts',","include: ['e2e/test/**/*.long.test.ts', 'areas/*/e2e/**/*.long.test.ts',"),
 ("return file.startsWith('packages/')","return file.startsWith('packages/') || /^areas\\/[^/]+\\/(?!e2e\\/)/.test(file)"))
sub('packages/web/src/styles/app.css',('@import "./theme.css";','@import "./theme.css";\n@source "../../../../areas";'))
sub('packages/web/vite.config.ts',("test: /packages[\\\\/]contract[\\\\/]src[\\\\/]|node_modules","test: /(packages[\\\\/]contract[\\\\/]src|areas[\\\\/][^\\\\/]+[\\\\/]contract)[\\\\/]|node_modules"))
sub('packages/web/vite/contract-shapes.ts',("const contractRoot = join(import.meta.dirname, '../../contract/src')\nconst contractEntry = join(contractRoot, 'index.ts')","const root = join(import.meta.dirname, '../../..')\nconst contractEntry = join(root, 'packages/contract/src/index.ts')"),
 ("for (const file of readdirSync(contractRoot, { recursive: true, encoding: 'utf8' })) {\n          if (file.endsWith('.ts')) this.addWatchFile(join(contractRoot, file))\n        }","for (const file of globSync('{packages/contract/src,areas/*/contract}/**/*.ts', { cwd: root })) {\n          this.addWatchFile(join(root, file))\n        }"),
 ("import { readdirSync } from 'node:fs'","import { globSync } from 'node:fs'"))
sub('packages/web/vite/first-screen.ts',
 ("/** With what stands behind it, so that no folder of a similar name is meant. */\nconst ours = join(source, '/')","const areas = join(import.meta.dirname, '../../../areas')\n/** With a separator behind them, so that no folder of a similar name is meant. */\nconst ours = [join(source, '/'), join(areas, '/')]"),
 ("  'features/lines/has-lines.ts',\n  'features/quote/has-quotes.ts',\n].map((file) => join(source, file))","]\n  .map((file) => join(source, file))\n  .concat(['lines/web/has-lines.ts', 'quotes/web/quote/has-quotes.ts'].map((file) => join(areas, file)))"),
 ("if (imported.startsWith(ours)) reached","if (ours.some((folder) => imported.startsWith(folder))) reached"))
for p,k in [('scripts/build-web.ts',"  'packages/contract/src',\n"),('packages/server/test/support/ready-folder.ts',"  'packages/contract/src',\n")]:
    sub(p,(k,k+"  'areas',\n"))
sub('scripts/i18n.ts',("const web = readSources(root, 'packages/web/src')","const web = readSources(root, ['packages/web/src', 'areas/*/web'])"),
 ("...['server', 'contract'].flatMap((name) => readSources(root, `packages/${name}/src`)),","...readSources(root, ['packages/{server,contract}/src', 'areas/*/{server,contract}']),"))
sub('scripts/i18n/declared-texts.ts',("readSources(root, 'packages/contract/src')","readSources(root, ['packages/contract/src', 'areas/*/contract'])"),("readSources(root, 'packages/server/src')","readSources(root, ['packages/server/src', 'areas/*/server'])"))
sub('scripts/i18n/syntax.ts',
 ("/** Every TypeScript file below a folder but tests and declarations. */\nexport function readSources(root: string, folder: string): Source[] {\n  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })\n    .filter((name) => /\\.tsx?$/.test(name) && !/\\.(test|d)\\.tsx?$/.test(name))\n    .map((name) => {\n      const path = join(root, folder, name)",
  "/** Every TypeScript file below some folders but tests and declarations. @param folders patterns, relative to the root */\nexport function readSources(root: string, folders: readonly string[]): Source[] {\n  const patterns = folders.map((folder) => `${folder}/**/*.{ts,tsx}`)\n  return globSync(patterns, { cwd: root })\n    .filter((name) => !/\\.(test|d)\\.tsx?$/.test(name))\n    .map((name) => {\n      const path = join(root, name)"),
 ("import { readdirSync, readFileSync } from 'node:fs'","import { globSync, readFileSync } from 'node:fs'"))
sub('scripts/testing/suites.mjs',("taggedFiles('e2e/test')","taggedFiles('e2e/test', ...floors('e2e'))"),("taggedFiles('packages')","taggedFiles('packages', ...floors('!(e2e)'))"))
sub('scripts/testing/suites.mjs',("import { taggedFiles } from './tagged-files.mjs'","import { globSync } from 'node:fs'\nimport { root } from '../install.mjs'\nimport { taggedFiles } from './tagged-files.mjs'"),
 ("/**\n * The gate.","/**\n * Folders of all areas.\n * @param {string} pattern of the names of floors @returns {string[]} relative to the root\n */\nfunction floors(pattern) {\n  return globSync(`areas/*/${pattern}/`, { cwd: root })\n}\n\n/**\n * The gate."))
sub('scripts/testing/tagged-files.mjs',
 (" * The test files below a folder in which"," * The test files below some folders in which"),(" * @param {string} folder relative to the root\n * @returns {string[]}\n */\nexport function taggedFiles(folder) {\n  return filesIn(folder)"," * @param {string[]} folders relative to the root\n * @returns {string[]}\n */\nexport function taggedFiles(...folders) {\n  return folders\n    .flatMap(filesIn)"))
# dependency rules
s=rd('.dependency-cruiser.mjs')
a=s.index("    only('messages-import-nothing"); b=s.index("  ],\n  options")
s=s.replace("const ours = '^(packages|e2e|bench|scripts)/'","const ours = '^(packages|areas|e2e|bench|scripts)/'").replace("/**\n * What the areas of the server stand on:","/**\n * What the servers of the areas use:")
a=s.index("    only('messages-import-nothing"); b=s.index("  ],\n  options")
rules='''    // Texts of an area are read by their keys, so that nobody imports its file but the catalogues.
    only('messages-import-nothing-of-ours', messages, messages),
    {
      name: 'messages-through-the-catalogues',
      severity: 'error',
      from: { path: ours, pathNot: messages },
      to: { path: '^areas/[^/]+/messages/' },
    },
    only('contract-imports-only-messages', contract, `${contract}|^packages/messages/`),
    only('web-imports-only-contract-and-messages', web, `${web}|${contract}|^packages/messages/`),
    only('simulator-imports-nothing-of-server', '^packages/simulator/', `^packages/(simulator|messages)/|${contract}`),
    only('server-imports-only-contract-and-messages', server, `${server}|${contract}|^packages/messages/`),
    only(
      'server-platform-is-the-base',
      '^packages/server/src/platform/',
      `^packages/(server/(src/platform|test/support)|messages)/|${contract}`,
    ),
    only(
      'server-engine',
      '^packages/server/src/engine/',
      `^packages/(server/(src/(platform|engine)|test/support)|messages)/|${contract}`,
    ),
    // None of the areas is named, so that a new one is held to the rules too.
    {
      name: 'server-area-through-its-area-file',
      severity: 'error',
      from: { path: '^areas/([^/]+)/server/' },
      to: {
        path: '^(areas/[^/]+/server|packages/server/src/[^/]+)/',
        pathNot: ['^areas/$1/', `^packages/server/src/(${belowAreas})/`, '/area\\\\.ts$'],
      },
    },
    {
      name: 'server-base-through-area-files',
      severity: 'error',
      from: { path: '^packages/server/src/' },
      to: { path: '^areas/[^/]+/server/', pathNot: '/area\\\\.ts$' },
    },
    ...roomsInOrder.map((room, index) =>
      only(
        `server-room-${room}`,
        `^packages/server/src/${room}/`,
        `^packages/(server/(src/(platform|engine|${roomsInOrder.slice(0, index + 1).join('|')})|test/support)|messages)/|${contract}`,
      ),
    ),
    {
      name: 'server-rooms-through-their-index',
      severity: 'error',
      from: { path: '^(areas/[^/]+/server|packages/server/src/([^/]+))/', pathNot: '\\\\.test\\\\.ts$' },
      to: { path: `^packages/server/src/(${rooms})/`, pathNot: ['^packages/server/src/$2/', '/index\\\\.ts$'] },
    },
    {
      name: 'server-nobody-imports-the-composition',
      severity: 'error',
      from: { path: '^(areas/[^/]+/server|packages/server/src/[^/]+)/' },
      to: { path: '^packages/server/src/(app|main|index)\\\\.ts$' },
    },
    only(
      'web-lib-and-ui-are-the-base',
      '^packages/web/src/(lib|ui)/',
      `^packages/(web/src/(lib|ui)|messages)/|${contract}`,
    ),
    only(
      'web-entities',
      '^packages/web/src/entities/',
      `^packages/(web/src/(lib|ui|resource|entities)|messages)/|${contract}`,
    ),
    only('web-resource-kit', '^packages/web/src/resource/', `^packages/(web/src/(lib|ui|resource)|messages)/|${contract}`),
    {
      name: 'web-no-area-imports-another',
      severity: 'error',
      from: { path: '^areas/([^/]+)/web/' },
      to: { path: '^(areas/[^/]+/web|packages/web/src/(features|routes))/', pathNot: '^areas/$1/web/' },
    },
    {
      name: 'web-shell-imports-no-area',
      severity: 'error',
      from: { path: '^packages/web/src/features/' },
      to: { path: '^(areas/[^/]+/web|packages/web/src/routes)/' },
    },
'''
s=s[:a]+rules+s[b:]
s=s.replace("/** A rule that forbids","/** The floors, each with its engine and those of all areas. */\nconst contract = '^(packages/contract|areas/[^/]+/contract)/'\nconst server = '^(packages/server/src|areas/[^/]+/server)/'\nconst web = '^(packages/web|areas/[^/]+/web)/'\nconst messages = '^(packages/messages|areas/[^/]+/messages)/'\n\n/** A rule that forbids")
s=s.replace("only('server-imports-only-contract-and-messages', server, `${server}|${contract}|^packages/messages/`)","only('server-imports-only-contract-and-messages', server, `${server}|${contract}|^packages/(server|messages)/`)")
wr('.dependency-cruiser.mjs',s)
# knip: the web bundles what the screens of areas need, so that its own manifest has it.
j=json.load(open('knip.json')); del j['$schema']
j['workspaces']['areas']={'entry':['*/test/**/*.test.ts','*/e2e/**/*.test.ts'],'project':['**']}
j['workspaces']['packages/web']['ignoreDependencies']='BUNDLED'
os.remove('knip.json')
wr('knip.config.ts',"import areas from './areas/package.json' with { type: 'json' }\nimport web from './packages/web/package.json' with { type: 'json' }\n\nexport default "+json.dumps(j,indent=2).replace('"BUNDLED"','Object.keys(web.dependencies).filter((name) => name in areas.devDependencies)').replace('"ignoreDependencies": Object',"// The web bundles what the screens of areas need, so that it is a dependency of the web.\n      \"ignoreDependencies\": Object")+'\n')
sub('deploy/image/unreached.mjs',("const RUN = ['.', 'packages/server', 'packages/simulator']","const RUN = ['.', 'areas', 'packages/server', 'packages/simulator']"))
sub('scripts/shipped-packages.ts',("const SHIPPED = ['', 'packages/server',","const SHIPPED = ['', 'areas', 'packages/server',"))
sub('scripts/shipped-packages.test.ts',("    'packages/server': { dependencies: { ours: '1', a: '1' } },\n","    areas: {},\n    'packages/server': { dependencies: { ours: '1', a: '1' } },\n"))
sub('scripts/image-packages.test.ts',("['packages/server', 'packages/simulator', 'packages/contract', 'packages/messages'].flatMap","['areas', 'packages/server', 'packages/simulator', 'packages/contract', 'packages/messages'].flatMap"))
sub('scripts/record-packages.ts',("'{packages/*,e2e,bench}/package.json'","'{areas,packages/*,e2e,bench}/package.json'"))
sub('Containerfile',("RUN npm ci --omit=dev --ignore-scripts --workspace=@packhouse/server","RUN npm ci --omit=dev --ignore-scripts --workspace=@packhouse/areas --workspace=@packhouse/server"))
sub('scripts/testing/planted-faults.mjs',("file: 'packages/messages/src/de.ts',\n    find: \"    'access.askForAnotherLink'","file: 'areas/people/messages/de.ts',\n    find: \"  'access.askForAnotherLink'"),("import '../estimator/lock/project-locks.ts'","import '../../quotes/server/lock/project-locks.ts'"))
# reach
sub('scripts/testing/reach.mjs',
 ("/** An area of the server or of the contract: its first folder. */\nconst AREA = /^packages\\/(?:contract|server)\\/(?:src|test)\\/(?<area>[^/]+)\\//\n\n/** What the tests of all areas stand on. */\nconst SHARED_AREAS = new Set(['engine', 'platform', 'http', 'support'])\n","const AREA = /^areas\\/(?<area>[^/]+)\\/(?<floor>[^/]+)\\//\n"),
 ("    const area = AREA.exec(path)?.groups?.area\n    if (path","    const { area, floor } = AREA.exec(path)?.groups ?? {}\n    if (area !== undefined && (floor === 'web' || floor === 'messages')) reach('web', `areas/${area}/web/`)\n    else if (area !== undefined && floor === 'e2e') reach(path.includes('/e2e/office/') ? 'office' : 'e2e', path)\n    else if (area !== undefined) {\n      if (exists(`areas/${area}/test`)) reach('api', `areas/${area}/test/`)\n      for (const other of ['server', 'contract']) if (exists(`areas/${area}/${other}`)) reach('unit', `areas/${area}/${other}/`)\n    } else if (path"),
 ("    else if (area !== undefined && !SHARED_AREAS.has(area) && exists(`packages/server/test/${area}`)) {\n      reach('api', `packages/server/test/${area}/`)\n      for (const place of ['server', 'contract']) {\n        const folder = `packages/${place}/src/${area}/`\n        if (exists(folder)) reach('unit', folder)\n      }\n    } else isAll = true","    else isAll = true"))
sub('scripts/testing/reach.test.ts',
 ("    { project: 'unit', paths: ['areas/quotes/contract/', 'packages/server/src/estimator/'] },","    { project: 'unit', paths: ['areas/quotes/contract/', 'areas/quotes/server/'] },"),
 ("reach('packages/server/src/estimator/quotes/accept-quote.ts')","reach('areas/quotes/server/quotes/accept-quote.ts')"),
 ("reach('packages/contract/src/estimator/money.ts')","reach('areas/quotes/contract/money.ts')"),
 ("{ project: 'web', paths: ['packages/web/src'] },\n      { project: 'office'","{ project: 'web', paths: ['areas/fleet/web/'] },\n      { project: 'office'"))
# structure tests
wr('packages/server/test/support/server-sources.ts','''import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../../..')
const FOLDERS = ['packages/server/src', 'areas/*/server']

/** Every file of the server that runs, with its path from the root of the repository. */
export function serverSources(): { file: string; text: string }[] {
  const files = globSync(
    FOLDERS.map((folder) => `${folder}/**/*.ts`),
    { cwd: ROOT },
  )
  return files
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
}
''')
sub('packages/server/test/structure/clock-use.test.ts',
 ("import { globSync, readFileSync } from 'node:fs'\nimport { join } from 'node:path'\n",""),("import { expect, test } from 'vitest'","import { expect, test } from 'vitest'\nimport { serverSources } from '../support/server-sources.ts'"),
 ("const ROOT = join(import.meta.dirname, '../../src')\n",""),("const CLOCK = 'platform/clock.ts'","const CLOCK = 'packages/server/src/platform/clock.ts'"),
 ("  const files = globSync('**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts') && file !== CLOCK)\n","  const files = serverSources().filter(({ file }) => file !== CLOCK)\n"),
 ("files.flatMap((file) => usesIn(readFileSync(join(ROOT, file), 'utf8')).map((use) => `${file}:${use}`))","files.flatMap(({ file, text }) => usesIn(text).map((use) => `${file}:${use}`))"))
sub('packages/server/test/structure/lazy-libraries.test.ts',
 ("import { globSync, readFileSync } from 'node:fs'\nimport { join } from 'node:path'\n",""),("import { expect, test } from 'vitest'","import { expect, test } from 'vitest'\nimport { serverSources } from '../support/server-sources.ts'"),
 ("const ROOT = join(import.meta.dirname, '../../src')\nconst sources = globSync('**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] })","const sources = serverSources()"),
 ("sources.flatMap((file) => {","sources.flatMap(({ file, text }) => {"),
 ("const imported = readFileSync(join(ROOT, file), 'utf8').matchAll(\n      /^(?:import|export) (?!type )[^;]*?from '([^']+)'/gm,\n    )","const imported = text.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'/gm)"),
 ("'access/sign-on/saml-refusal.ts'","'areas/people/server/sign-on/saml-refusal.ts'"))
s=rd('packages/server/test/structure/lazy-libraries.test.ts'); s=re.sub(r"^  '((?:connect|http|platform)/)",r"  'packages/server/src/\1",s,flags=re.M); wr('packages/server/test/structure/lazy-libraries.test.ts',s)
p='packages/server/test/platform/database-connections.test.ts'
s=rd(p)
a=s.index("  const names = (await readdir(SOURCE"); b=s.index("  expect(Object.fromEntries(found))")
s=s[:a]+"""  const found = serverSources()
    .map(({ file, text }) => [file, text.match(/new (pg\\.)?(Client|Pool)\\(|new ConnectionSupervisor\\(/g)?.length ?? 0] as const)
    .filter(([, count]) => count > 0)
"""+s[b:]
s=s.replace("const SOURCE = join(import.meta.dirname, '../../src')\n","")
s=re.sub(r"^    '((?:platform|ingest|history|connect)/[\w/.-]+)': ",r"    'packages/server/src/\1': ",s,flags=re.M)
wr(p,s)
p='packages/server/test/platform/pooler.test.ts'
s=rd(p)
a=s.index("  const names = (await readdir(SOURCE"); b=s.index("  expect(found.toSorted()).toEqual(DIRECT)")
s=s[:a]+"  const found = serverSources().filter(({ text }) => codeLines(text).some(isStateful)).map(({ file }) => file)\n"+s[b:].replace("expect(found.toSorted()).toEqual(DIRECT)","expect(found).toEqual(DIRECT.toSorted())")
s=s.replace("const SOURCE = join(import.meta.dirname, '../../src')\n","").replace("import { readdir, readFile } from 'node:fs/promises'\nimport { join } from 'node:path'\n","").replace("import { startTestApp,","import { serverSources } from '../support/server-sources.ts'\nimport { startTestApp,")
s=re.sub(r"^  '(customer-data)/([\w/.-]+)',$",r"  'areas/\1/server/\2',",s,flags=re.M)
s=re.sub(r"^  '(insight)/([\w/.-]+)',$",r"  'areas/\1/server/\2',",s,flags=re.M)
s=re.sub(r"^  '((?:platform|ingest|history|connect)/[\w/.-]+)',$",r"  'packages/server/src/\1',",s,flags=re.M)
wr(p,s)
p='packages/server/test/platform/rotate-secrets.test.ts'
sub(p,("  for await (const file of glob('**/*.ts', { cwd: SOURCES })) {\n    const source = await readFile(join(SOURCES, file), 'utf8')\n    for (const [, one, other] of source.matchAll","  for (const { text } of serverSources()) {\n    for (const [, one, other] of text.matchAll"),("const SOURCES = join(import.meta.dirname, '../../src')\n",""))
sub('packages/server/test/structure/shown-answers.test.ts',("globSync('packages/web/src/{entities,features,resource,ui}/**/*.{ts,tsx}')","globSync(['packages/web/src/{entities,features,resource,ui}/**/*.{ts,tsx}', 'areas/*/web/**/*.{ts,tsx}'])"))
sub('packages/server/test/structure/readmes.test.ts',
 ("...found('packages/server/src/*/README.md')]","...found('{packages/server/src/*,areas/*}/README.md')]"),
 ("  const folders = found('packages/server/src/*/{area,index}.ts').map(dirname)\n","  const folders = [\n    ...found('packages/server/src/*/{area,index}.ts').map(dirname),\n    ...found('areas/*/server/area.ts').map((file) => dirname(dirname(file))),\n  ]\n"))
sub('packages/server/test/structure/containerfile.test.ts',("['packages/*/package.json', 'e2e","['packages/*/package.json', 'areas/package.json', 'e2e"))
sub('packages/server/test/structure/testing.test.ts',("(?:packages|e2e|scripts)","(?:packages|areas|e2e|scripts)"))
p='packages/server/test/structure/import-rules.test.ts'
sub(p,
 ("const web = 'packages/web/src'\n","const web = 'packages/web/src'\nconst one = 'areas/one'\nconst other = 'areas/other'\n"),
 ("[`${server}/one-area/deep/file.ts`, `${server}/other-area/file.ts`, 'server-area-through-its-area-file']","[`${one}/server/deep/file.ts`, `${other}/server/file.ts`, 'server-area-through-its-area-file'],\n  [`${one}/server/own.ts`, `${server}/http/file.ts`, 'server-area-through-its-area-file'],\n  [`${server}/http/low.ts`, `${other}/server/file.ts`, 'server-base-through-area-files'],\n  [`${one}/server/wrong.ts`, `${one}/web/file.ts`, 'server-imports-only-contract-and-messages'],\n  [`${one}/web/wrong.ts`, `${one}/server/none.ts`, 'web-imports-only-contract-and-messages'],\n  [`${one}/contract/wrong.ts`, `${one}/server/none.ts`, 'contract-imports-only-messages'],\n  ['packages/messages/src/wrong.ts', `${one}/contract/none.ts`, 'messages-import-nothing-of-ours'],\n  [`${one}/messages/wrong.ts`, `${one}/contract/none.ts`, 'messages-import-nothing-of-ours'],\n  [`${one}/web/texts.ts`, `${one}/messages/none.ts`, 'messages-through-the-catalogues']"),
 ("[`${server}/telemetry/low.ts`, `${server}/one-area/area.ts`,","[`${server}/telemetry/low.ts`, `${one}/server/area.ts`,"),
 ("[`${server}/one-area/room.ts`, `${server}/telemetry/file.ts`,","[`${one}/server/room.ts`, `${server}/telemetry/file.ts`,"),
 ("[`${server}/engine/low.ts`, `${server}/one-area/area.ts`,","[`${server}/engine/low.ts`, `${one}/server/area.ts`,"),
 ("[`${server}/one-area/top.ts`,","[`${one}/server/top.ts`,"),
 ("[`${web}/features/one/file.ts`, `${web}/features/other/file.ts`, 'web-no-feature-imports-another']","[`${one}/web/file.ts`, `${other}/web/file.ts`, 'web-no-area-imports-another'],\n  [`${web}/features/shell/file.ts`, `${other}/web/file.ts`, 'web-shell-imports-no-area']"),
 ("[`${web}/entities/one/file.ts`, `${web}/features/other/file.ts`, 'web-entities']","[`${web}/entities/one/file.ts`, `${other}/web/file.ts`, 'web-entities']"),
 ("[`${server}/one-area/fine.ts`, `${server}/other-area/area.ts`]","[`${one}/server/fine.ts`, `${other}/server/area.ts`]"),
 ("[`${server}/other-area/room.ts`, `${server}/telemetry/index.ts`]","[`${other}/server/room.ts`, `${server}/telemetry/index.ts`]"),
 ("[`${server}/other-area/fine.ts`,","[`${other}/server/fine.ts`,"),
 ("[`${web}/features/one/fine.ts`,","[`${one}/web/fine.ts`,"),
 ("['packages', '--config'","['packages', 'areas', '--config'"))
# containerfile
sub('Containerfile',
 ("COPY e2e/package.json e2e/","COPY areas/package.json areas/\nCOPY e2e/package.json e2e/"),
 ("COPY packages/simulator packages/simulator\nCOPY deploy/image/strip-types.mjs deploy/image/\nRUN node deploy/image/strip-types.mjs packages","COPY packages/simulator packages/simulator\nCOPY areas areas\nCOPY deploy/image/strip-types.mjs deploy/image/\nRUN node deploy/image/strip-types.mjs packages areas"),
 ("COPY packages/web packages/web\nRUN node scripts","COPY packages/web packages/web\nCOPY areas areas\nRUN node scripts"),
 ("COPY --from=code /app/packages/server packages/server\n","COPY --from=code /app/packages/server packages/server\nCOPY --from=code /app/areas areas\n"))
# Sources in a browser find each other by their paths.
s=rd('bench/src/browser/source-page.ts')
a=s.index('/** Packages by the paths'); b=s.index('/** A Chromium with')
wr('bench/src/browser/source-page.ts',s[:a]+s[b:].replace("body: PAGE","body: '<!doctype html>'"))
sub('areas/library/contract/configure-machine.ts',("`ChoiceState` of `@packhouse/contract/configurator`","`ChoiceState` of the solver"))
sub('areas/library/contract/rule-revisions.ts',("`RuleModel` of `@packhouse/contract/configurator`","its `RuleModel`"))
sub('.dockerignore',('!packages\n','!packages\n!areas\n'),('**/test\n','**/test\nareas/*/e2e\n'))
# bench row 11
sub('bench/src/rows/contract-types.ts',
 ("  await cp(join(ROOT, 'packages/contract/src'), join(folder, 'src'), { recursive: true })\n  await mkdir(join(folder, 'src/made'))","  const contracts = globSync(['packages/contract/src', 'areas/*/contract'], { cwd: ROOT })\n  for (const place of contracts) await cp(join(ROOT, place), join(folder, place), { recursive: true })\n  await mkdir(join(folder, 'packages/contract/src/made'))"),
 ("include: ['src'], exclude: ['src/**/*.test.ts'] }","include: ['packages', 'areas'], exclude: ['**/*.test.ts'] }"),
 ("join(folder, `src/made/resource","join(folder, `packages/contract/src/made/resource"))
# Libraries that areas alone use now.
ONLY_OF_AREAS={'server':'@myriaddreamin/typst-ts-node-compiler @node-saml/node-saml @simplewebauthn/server @zxcvbn-ts/language-common countries-list currency-codes hyparquet-writer i18n-iso-countries openid-client uqr hyparquet',
 'contract':'fast-check logic-solver'}
for p,names in ONLY_OF_AREAS.items():
    j=json.load(open(f'packages/{p}/package.json'))
    for name in names.split():
        if not any(j.get(k,{}).pop(name,None) for k in ('dependencies','devDependencies')): print('NOT FOUND in',p,':',name)
    wr(f'packages/{p}/package.json',json.dumps(j,indent=2)+'\n')
sub('bench/src/rows/contract-types.ts',("import { cp, mkdir","import { globSync } from 'node:fs'\nimport { cp, mkdir"))
sub('deploy/image/strip-types.mjs',
 (" * `node strip-types.mjs packages`: takes types out of the sources, which"," * `node strip-types.mjs`: takes types out of the sources below the working folder, which"),
 ("const [folder] = process.argv.slice(2)\nfor (const name of globSync('*/src/**/*.ts', { cwd: folder })) {\n  const file = join(folder, name)\n","for (const file of globSync(['packages/*/src/**/*.ts', 'areas/*/{contract,server}/**/*.ts'])) {\n"),
 ("import { join } from 'node:path'\n",""))
sub('Containerfile',("RUN node deploy/image/strip-types.mjs packages areas","RUN node deploy/image/strip-types.mjs && rm -rf areas/*/web areas/*/test areas/*/e2e"))
sub('packages/server/test/platform/database-connections.test.ts',("import { readdir, readFile } from 'node:fs/promises'\nimport { join } from 'node:path'\n",""),("import { startTestApp,","import { serverSources } from '../support/server-sources.ts'\nimport { startTestApp,"))
sub('packages/server/test/platform/rotate-secrets.test.ts',("import { glob, readFile, stat }","import { stat }"),("import { makeTemporaryFolder,","import { serverSources } from '../support/server-sources.ts'\nimport { makeTemporaryFolder,"))
sub('scripts/image.ts',("'app/packages', ","'app/packages', 'app/areas', "))
for readme in glob.glob('areas/*/README.md'):
    folder=os.path.dirname(readme); s=rd(readme)
    def place(m):
        name=m.group(1)
        if not re.match(r'^[\w.][\w./-]*$',name) or not ('/' in name or re.search(r'\.(ts|tsx|js|mjs|md|sql|typ)$',name)): return m.group(0)
        if os.path.exists(os.path.join(folder,name)) or os.path.exists(name): return m.group(0)
        if os.path.exists(os.path.join(folder,'server',name)): return f'`server/{name}`'
        for n in glob.glob(f'packages/*/src/{name}')+glob.glob(f'areas/*/server/{name}'): return f'`{n}`'
        m2=re.match(r'^([a-z-]+)/(.*)$',name)
        if m2:
            names={'access':'people','estimator':'quotes'}
            p=f"areas/{names.get(m2.group(1),m2.group(1))}/server/{m2.group(2)}"
            if os.path.exists(p): return f'`{p}`'
        print('README',readme,name); return m.group(0)
    head=re.split(r'(^```[\s\S]*?^```$)',s,flags=re.M)
    s=''.join(t if t.startswith('```') else re.sub(r'`([^`\n]+)`',place,t) for t in head)
    wr(readme,s)
