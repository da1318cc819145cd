import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type LockFile, namedVersion, type PackageRecord, shippedPlaces } from './shipped-packages.ts'

/**
 * `npm run packages:record`: asks the registry, by npm alone, whether everything that the product is shipped with is older than `min-release-age` days
 * and free of known advisories, and stores the answer with its day. Tests compare the lock file with it and ask nobody.
 */
const root = dirname(import.meta.dirname)
const file = join(root, 'docs/security/shipped-packages.json')
const manifests = ['package.json', 'package-lock.json', '.npmrc', '{packages/*,e2e,bench}/package.json']
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile
const before = JSON.parse(readFileSync(file, 'utf8')) as PackageRecord
const today = new Date().toISOString().slice(0, 10)
const shipped = shippedPlaces(lock)

const folder = mkdtempSync(join(tmpdir(), 'packhouse-packages-'))
try {
  for (const manifest of globSync(manifests, { cwd: root })) cpSync(join(root, manifest), join(folder, manifest))
  // What is too young is not found (ETARGET).
  const install = npm(['ci', '--omit=dev', '--ignore-scripts', '--loglevel=error'])
  if (install.status !== 0) throw new Error(install.stderr)
  const places = placesWithAdvisories()
  if (places === undefined)
    console.error('The registry answers nothing about advisories: the day of the last answer stays.')
  const faulty = (places ?? []).filter((place) => shipped.includes(place)).map((place) => namedVersion(lock, place))
  if (faulty.length > 0) throw new Error(`Update or replace what has known advisories: ${faulty.join(', ')}`)
  const record: PackageRecord = {
    ...before,
    checkedOn: today,
    leastAgeDays: Number(/^min-release-age=(\d+)$/m.exec(readFileSync(join(root, '.npmrc'), 'utf8'))?.[1]),
    advisoriesAskedOn: places === undefined ? before.advisoriesAskedOn : today,
    shipped: [...new Set(shipped.map((place) => namedVersion(lock, place)))].sort(),
  }
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
  console.log(`${record.shipped.length} shipped packages: ${file}`)
} finally {
  rmSync(folder, { recursive: true })
}

function npm(args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
}

/** npm ends with 1 where it finds something. @returns undefined where the registry gives no answer */
function placesWithAdvisories(): string[] | undefined {
  const { vulnerabilities } = JSON.parse(npm(['audit', '--json', '--package-lock-only']).stdout || '{}') as {
    vulnerabilities?: Record<string, { nodes: string[] }>
  }
  return vulnerabilities && Object.values(vulnerabilities).flatMap(({ nodes }) => nodes)
}
