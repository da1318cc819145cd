import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../../..')
const server = 'packages/server/src'
const web = 'packages/web/src'

/** A file, what it imports, and the rule that it breaks. */
const forbidden = [
  [`${server}/one-area/deep/file.ts`, `${server}/other-area/file.ts`, 'server-area-through-its-area-file'],
  [`${server}/telemetry/low.ts`, `${server}/one-area/area.ts`, 'server-room-telemetry'],
  [`${server}/history/file.ts`, `${server}/ingest/index.ts`, 'server-room-history'],
  [`${server}/one-area/room.ts`, `${server}/telemetry/file.ts`, 'server-rooms-through-their-index'],
  [`${server}/platform/file.ts`, `${server}/engine/file.ts`, 'server-platform-is-the-base'],
  [`${server}/engine/low.ts`, `${server}/one-area/area.ts`, 'server-engine'],
  [`${server}/one-area/top.ts`, `${server}/app.ts`, 'server-nobody-imports-the-composition'],
  [`${web}/features/one/file.ts`, `${web}/features/other/file.ts`, 'web-no-feature-imports-another'],
  [`${web}/entities/one/file.ts`, `${web}/features/other/file.ts`, 'web-entities'],
  [`${web}/ui/file.ts`, `${web}/resource/file.ts`, 'web-lib-and-ui-are-the-base'],
  [`${web}/file.ts`, `${server}/platform/none.ts`, 'web-imports-only-contract-and-messages'],
  ['packages/contract/src/file.ts', `${web}/none.ts`, 'contract-imports-only-messages'],
] as const

const allowed = [
  [`${server}/one-area/fine.ts`, `${server}/other-area/area.ts`],
  [`${server}/other-area/room.ts`, `${server}/telemetry/index.ts`],
  [`${server}/connect/fine.ts`, `${server}/ingest/index.ts`],
  [`${server}/other-area/fine.ts`, `${server}/engine/none.ts`],
  [`${web}/features/one/fine.ts`, `${web}/entities/other/file.ts`],
] as const

/** What the tool prints, as far as it is needed here. */
interface Cruise {
  summary: { violations: { from: string; to: string; rule: { name: string } }[] }
}

/** A tree of files in the places of those of the product. */
let folder: string
/** Who breaks which rule: `from -> to: rule`. */
let broken: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packhouse-imports-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const pairs = [...forbidden, ...allowed]
  for (const [, to] of pairs) await write(to, 'export const one = 1\n')
  for (const [from, to] of pairs) {
    const up = '../'.repeat(from.split('/').length - 1)
    await write(from, `import { one } from '${up}${to}'\nexport const two = one\n`)
  }
  broken = await violations()
})

afterAll(() => rm(folder, { recursive: true }))

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

async function violations(): Promise<string[]> {
  const args = [
    join(root, 'node_modules/.bin/depcruise'),
    ...['packages', '--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json'],
  ]
  // It ends with the number of violations as its code.
  const { stdout } = await run(process.execPath, args, { cwd: folder }).catch((error: { stdout: string }) => error)
  const { summary } = JSON.parse(stdout) as Cruise
  return summary.violations.map(({ from, to, rule }) => `${from} -> ${to}: ${rule.name}`)
}

test.each(forbidden)('%s may not import %s', (from, to, rule) => {
  expect(broken).toContain(`${from} -> ${to}: ${rule}`)
})

test.each(allowed)('%s may import %s', (from, to) => {
  expect(broken.filter((line) => line.startsWith(`${from} -> ${to}`))).toEqual([])
})
