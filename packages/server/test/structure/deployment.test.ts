import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { environmentNames } from '../../src/platform/config.ts'
import { secretNames } from '../../src/platform/environment.ts'

const DEPLOY = join(import.meta.dirname, '../../../../deploy')
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8')
const found = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])),
]

const compose = read('compose/compose.yaml')
const withMosquitto = `${compose}\n${read('compose/compose.mosquitto.yaml')}`
const templates = globSync('*', { cwd: join(DEPLOY, 'helm/packhouse/templates') })
  .map((name) => read(`helm/packhouse/templates/${name}`))
  .join('\n')
const units = globSync('systemd/*.service', { cwd: DEPLOY }).map(read).join('\n')

/** Read by Node, by the C library or by nothing but their own image. */
const OF_OTHERS = /^(NODE_ENV|NODE_COMPILE_CACHE|NODE_OPTIONS|MALLOC_[A-Z_]+|PATH|HOME|POSTGRES_\w+)$/
const known = new Set<string>([...environmentNames, ...secretNames.map((name) => `${name}_FILE`)])

describe('what a deployment sets is what the product reads', () => {
  test.each([
    ['Compose', found(withMosquitto, /^ +([A-Z][A-Z0-9_]+): /gm)],
    ['Helm', found(templates, /- name: ([A-Z][A-Z0-9_]+)$/gm)],
    ['systemd', namesIn(found(units, /^Environment=(.*)$/gm))],
    ['the images', namesIn(found(readFileSync(join(DEPLOY, '../Containerfile'), 'utf8'), /^ENV (.*)$/gm))],
  ])('%s', (_, names) => {
    expect(names.length).toBeGreaterThan(2)
    expect(names.filter((name) => !known.has(name) && !OF_OTHERS.test(name))).toEqual([])
  })

  test('and every service of Compose and every pod of Helm has one of the roles', () => {
    const roles = ['api', 'ingest', 'worker']
    expect(found(compose, /^ +ROLE: (\w+)$/gm)).toEqual(roles)
    expect(templates).toContain(`range $role := list ${roles.map((role) => `"${role}"`).join(' ')} }}`)
  })
})

describe('Compose', () => {
  const section = (name: string) => new RegExp(`^${name}:\\n((?:[ #].*\\n|\\n)+)`, 'gm')
  const declared = (name: string) =>
    found([...withMosquitto.matchAll(section(name))].map(([, body]) => body).join('\n'), /^ {2}([\w-]+):/gm)

  test('declares every secret, volume and network that a service has, and none beside them', () => {
    const listed = (key: string) =>
      found(withMosquitto, new RegExp(`^ +${key}: (?:&\\w+ )?\\[(.*)\\]$`, 'gm')).flatMap((list) => list.split(', '))
    expect(declared('secrets').toSorted()).toEqual([...new Set(listed('secrets'))].toSorted())
    expect(declared('networks')).toEqual([...new Set(listed('networks'))])
    expect(declared('volumes').toSorted()).toEqual(found(withMosquitto, /^ +- ([a-z]+):\//gm).toSorted())
    expect(found(withMosquitto, /^ +depends_on: \[(.*)\]$/gm).flatMap((list) => list.split(', '))).toEqual([
      'api',
      'ingest',
    ])
    expect(declared('services')).toEqual(
      expect.arrayContaining(['api', 'ingest', 'worker', 'database', 'proxy', 'mosquitto']),
    )
  })

  test('mounts files that are there, and secrets that a script or the README makes', () => {
    const mounted = found(withMosquitto, /^ +- (\.{1,2}\/[^:]+):/gm)
    expect(mounted.length).toBeGreaterThan(3)
    expect(mounted.filter((path) => !existsSync(join(DEPLOY, 'compose', path)))).toEqual([])
    const makers = read('compose/make-secrets.sh') + read('compose/README.md')
    expect(found(withMosquitto, /^ +file: \.\/(secrets\/\S+)$/gm).filter((path) => !makers.includes(path))).toEqual([])
  })

  test('takes from .env what .env.example explains, and has a default or a sentence for the rest', () => {
    const example = read('compose/.env.example')
    const names = found(withMosquitto, /\$\{(\w+)[:}]/g).filter((name) => name !== 'BACKUP_URL')
    expect(names.filter((name) => !example.includes(`${name}=`))).toEqual([])
  })
})

describe('Helm', () => {
  test('templates use values that there are, and every value is used', () => {
    const values = valuesOf(read('helm/packhouse/values.yaml'))
    const used = found(templates, /\.Values\.([\w.]+)/g)
    expect(used.filter((path) => !values.some((value) => value === path || value.startsWith(`${path}.`)))).toEqual([])
    // `index $.Values $role`, of which the pods take replicas and resources.
    const ofRoles = /^(api|ingest|worker)\.(replicas|resources)/
    const isUsed = (value: string) => used.some((path) => value === path || value.startsWith(`${path}.`))
    expect(values.filter((value) => !isUsed(value) && !ofRoles.test(value))).toEqual([])
  })

  test('every condition and loop of a template ends', () => {
    const opened = [...templates.matchAll(/\{\{-? (if|range|with|define) /g)].length
    expect(opened).toBeGreaterThan(10)
    expect([...templates.matchAll(/\{\{-? end -?\}\}/g)]).toHaveLength(opened)
  })
})

/** Of lines such as `ROLE=api PORT=3000`. */
function namesIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(' ').map((pair) => pair.split('=')[0] ?? ''))
}

/** The paths of all values that are no maps. */
function valuesOf(yaml: string): string[] {
  const path: { name: string; indent: number }[] = []
  const paths: string[] = []
  for (const line of yaml.split('\n')) {
    const entry = /^( *)([\w./-]+):(?: (.*))?$/.exec(line)
    if (entry === null) continue
    const [, { length: indent } = '', name = '', value] = entry
    while ((path.at(-1)?.indent ?? -1) >= indent) path.pop()
    path.push({ name, indent })
    if (value !== undefined) paths.push(path.map((part) => part.name).join('.'))
  }
  return paths
}
