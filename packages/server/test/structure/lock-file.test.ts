import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/

interface Locked {
  /** Where it is installed under another one. */
  name?: string
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)

const folder = mkdtempSync(join(tmpdir(), 'packhouse-sbom-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('every package of the lock file has its hash, and no address', () => {
  expect(installed.length).toBeGreaterThan(500)
  expect(installed.filter(([, { integrity }]) => !SHA512.test(integrity ?? '')).map(([path]) => path)).toEqual([])
  expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
})

test('the bill of materials has every package of the lock file, with its hash', () => {
  const file = join(folder, 'sbom.json')
  execFileSync(process.execPath, [join(ROOT, 'scripts/sbom.mjs'), file])
  const bill = JSON.parse(readFileSync(file, 'utf8')) as {
    metadata: { component: { name: string } }
    components: { name: string; version: string; purl: string; hashes?: { alg: string }[] }[]
  }
  expect(bill.metadata.component.name).toBe('packhouse')
  const listed = new Map(bill.components.map(({ purl, hashes }) => [decodeURIComponent(purl), hashes]))
  const wanted = installed.map(([path, { name, version }]) => `pkg:npm/${name ?? nameOf(path)}@${version}`)
  expect(wanted.filter((name) => listed.get(name)?.[0]?.alg !== 'SHA-512')).toEqual([])
})

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
