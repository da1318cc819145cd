import { execFile } from 'node:child_process'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Options } from '../options.ts'
import { atMost, finding, type RowResult } from '../report/finding.ts'

const RESOURCES = 45
const FIELDS = 12
/** What "in seconds" is taken for. */
const LIMIT_S = 5
const ROOT = join(import.meta.dirname, '../../..')
const COMPILER = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

/** Row 11: checking the types of a contract of 45 resources, against the contract as it is. */
export async function measureContractTypes({ rounds }: Options): Promise<RowResult> {
  const folder = join(ROOT, 'bench/data', `contract-${process.pid}`)
  const seconds = { now: [] as number[], large: [] as number[] }
  try {
    await makeProject(join(folder, 'now'), 0)
    await makeProject(join(folder, 'large'), RESOURCES)
    for (let round = -1; round < rounds; round++) {
      const now = await check(join(folder, 'now'))
      const large = await check(join(folder, 'large'))
      if (round < 0) continue
      seconds.now.push(now)
      seconds.large.push(large)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const ratios = seconds.large.map((value, round) => value / (seconds.now[round] ?? Number.NaN))
  return {
    row: 11,
    title: `type check of the contract with ${RESOURCES} more resources of ${FIELDS} fields, each used once by its types`,
    findings: [
      finding('time', 's', seconds.large, atMost(LIMIT_S)),
      finding('the contract as it is', 's', seconds.now),
      finding('time / the contract as it is', '', ratios),
    ],
    notes: ['Without a cache of the compiler; as the pinned compiler of the project takes it.'],
  }
}

/** A copy of the contract, and beside it made-up resources. */
async function makeProject(folder: string, resources: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  await cp(join(ROOT, 'packages/contract/src'), join(folder, 'src'), { recursive: true })
  await mkdir(join(folder, 'src/made'))
  const config = { extends: join(ROOT, 'tsconfig.base.json'), include: ['src'], exclude: ['src/**/*.test.ts'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (let n = 1; n <= resources; n++) await writeFile(join(folder, `src/made/resource-${n}.ts`), declaration(n))
}

function declaration(n: number): string {
  const kinds = [
    `field.text({ label: 'Text', required: true, search: true, sort: true })`,
    `field.number({ label: 'Number', min: 0, max: 100 })`,
    `field.choice(['a', 'b', 'c'] as const, { label: 'Choice', filter: true })`,
    `field.boolean({ label: 'Yes or no', fallback: false })`,
  ]
  const fields = Array.from({ length: FIELDS }, (_, index) => `field${index}: ${kinds[index % kinds.length]},`)
  return `import { field } from '../engine/field.ts'
import { type Draft, defineResource, type Row } from '../engine/resource.ts'

export const made${n} = defineResource({
  name: 'made${n}',
  table: 'made_${n}',
  area: 'Made up',
  noun: ['thing', 'things'],
  fields: { ${fields.join('\n')} },
  mounts: [{ path: '/v1/made-${n}' }],
  label: 'field0',
  defaultSort: 'field0',
  traits: { dropdown: true, softDelete: true, csv: true },
})

export const draft${n}: Draft<typeof made${n}> = { field0: 'x', field2: 'b' }
export const total${n} = (row: Row<typeof made${n}>): string => row.field0 + String(row.field1)
`
}

/** @returns how long it took, in seconds */
async function check(folder: string): Promise<number> {
  const start = performance.now()
  await promisify(execFile)(process.execPath, [COMPILER, '--project', folder], { cwd: folder })
  return (performance.now() - start) / 1000
}
