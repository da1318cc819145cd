import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const PATH = '/v1/prometheus/metrics'
const DEPLOY = join(import.meta.dirname, '../../../../deploy')

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** Reads the text format by its own rules; a line that is none of it is an error. */
function read(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    if (line === '' || /^# (HELP|TYPE) \w+ \S/.test(line)) return []
    const found = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?[\d.e+-]+|nan|[+-]inf)$/i.exec(line)
    if (found === null) throw new Error(`This line is not of the format: ${line}`)
    const [, name = '', labels = '', value = ''] = found
    const pairs = [...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/gi)].map(([, label = '', word = '']) => [
      label,
      word,
    ])
    return [{ name, labels: Object.fromEntries(pairs), value: value === '+Inf' ? Infinity : Number(value) }]
  })
}

async function scrape(): Promise<Sample[]> {
  const { status, text } = await (await app.as('staff')).get(PATH)
  expect(status).toBe(200)
  return read(text)
}

const sampleOf = (samples: Sample[], name: string, labels: Record<string, string> = {}) =>
  samples.find(
    (one) => one.name === name && Object.entries(labels).every(([label, word]) => one.labels[label] === word),
  )?.value

test('says which version and schema run, and how jobs, pools and tables are', async () => {
  await app.sql('SELECT ensure_day(current_date + 1)')
  const samples = await scrape()
  const newest = await app.sql<{ number: number }>('SELECT max(left(name, 4)::int) AS number FROM migration')
  expect(sampleOf(samples, 'packhouse_migration_version')).toBe(newest[0]?.number)
  expect(samples.filter(({ name }) => name === 'packhouse_build_info')).toHaveLength(1)
  expect(sampleOf(samples, 'packhouse_db_pool_connections', { state: 'used' })).toBeGreaterThanOrEqual(0)
  expect(sampleOf(samples, 'packhouse_partitions_ahead_seconds', { table: 'record' })).toBeGreaterThan(0)
  expect(sampleOf(samples, 'packhouse_ingest_queue_records')).toBe(0)
})

test('says when a job last succeeded, and nothing of one that never did', async () => {
  await app.sql("UPDATE periodic_job SET last_success_at = '2026-11-21T12:00:00Z' WHERE name = 'Remove old dead jobs'")
  await app.sql("UPDATE periodic_job SET last_success_at = NULL WHERE name = 'Send monthly reports'")
  const samples = (await scrape()).filter(({ name }) => name === 'packhouse_job_last_success_timestamp_seconds')
  const of = (job: string) => samples.find(({ labels }) => labels.job === job)?.value
  expect(of('Remove old dead jobs')).toBe(Date.parse('2026-11-21T12:00:00Z') / 1_000)
  expect(of('Send monthly reports')).toBe(undefined)
})

test('counts requests by kind of address and class of status, and never by what somebody sent', async () => {
  const staff = await app.as('staff')
  const requests = { route: '/v1/jobs', method: 'GET', status: '2xx' }
  const before = sampleOf(await scrape(), 'http_server_request_duration_seconds_count', requests) ?? 0
  await staff.get('/v1/jobs')
  await staff.get('/v1/jobs')
  await staff.get('/v1/jobs?state=unheard-of')
  for (const path of ['/v1/planted-1', '/planted-2/x', '/v1/ignition/machines/planted-3']) await staff.get(path)
  const samples = await scrape()
  expect(sampleOf(samples, 'http_server_request_duration_seconds_count', requests)).toBe(before + 2)
  expect(
    sampleOf(samples, 'http_server_request_duration_seconds_count', { ...requests, status: '4xx' }),
  ).toBeGreaterThanOrEqual(1)
  expect(JSON.stringify(samples)).not.toMatch(/planted|VFFS|@|unheard-of/)
})

test('stays under 2,000 series whatever is asked', async () => {
  const staff = await app.as('staff')
  const { paths } = JSON.parse((await staff.get('/v1/openapi.json')).text) as { paths: Record<string, object> }
  const byKind = new Map(Object.keys(paths).map((path) => [path.split('/')[2], path.replaceAll(/\{\w+\}/g, 'none')]))
  for (const path of byKind.values()) {
    for (const method of ['PUT', 'POST', 'DELETE']) await staff.request(path, { method })
  }
  expect((await scrape()).length).toBeLessThanOrEqual(2_000)
})

test('what rules and dashboards ask for is reported', async () => {
  const { text } = await (await app.as('staff')).get(PATH)
  const known = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name))
  const asked = ['prometheus/rules.yml', 'grafana/packhouse.json'].flatMap((file) =>
    [...readFileSync(join(DEPLOY, file), 'utf8').matchAll(/\b(?:packhouse|http_server|nodejs|process)_\w+/g)].map(
      ([name]) => name.replace(/_(bucket|sum|count)$/, ''),
    ),
  )
  expect(asked.length).toBeGreaterThan(10)
  expect(asked.filter((name) => !known.has(name))).toEqual([])
})
