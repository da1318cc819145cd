import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { until } from '../support/until.ts'
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
  // Neither is under way, and neither runs again before it is read.
  await until('both at rest', async () => {
    const changed = await app.sql(
      `UPDATE periodic_job SET retry_at = now() + interval '1 hour', last_success_at = CASE name WHEN 'Remove old dead jobs' THEN '2026-11-21T12:00:00Z'::timestamptz END
       WHERE name IN ('Remove old dead jobs', 'Send monthly reports') AND lease IS NULL RETURNING name`,
    )
    return changed.length === 2
  })
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

/** The names that operators rely on; a histogram has its own below each. */
const NAMES = [
  'http_server_request_duration_seconds',
  ...[
    'build_info',
    'migration_version',
    'ingest_records_total',
    'ingest_ack_duration_seconds',
    'ingest_queue_records',
    'mqtt_connections',
    'live_streams',
    'db_pool_connections',
    'job_last_success_timestamp_seconds',
    'partitions_ahead_seconds',
    'pdf_render_duration_seconds',
    'log_lines_dropped_total',
    'events_dropped_total',
    'lock_takeovers_total',
  ].map((name) => `packhouse_${name}`),
]

test('has every name that operators rely on, and counts records by the way on which they came', async () => {
  const { text } = await (await app.as('staff')).get(PATH)
  expect(NAMES.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([])
  const records = (samples: Sample[], labels: Record<string, string>) =>
    sampleOf(samples, 'packhouse_ingest_records_total', labels) ?? 0
  const before = await scrape()
  const device = await app.device()
  const at = new Date().toISOString()
  await device.publish('VFFS-2214', { lastSeen: at, totalCycles: 1 })
  await device.publish('VFFS-2214', { lastSeen: at, totalCycles: 1 })
  await device.publish('VFFS-2214', 'no JSON')
  const after = await scrape()
  const added = (outcome: string, source = 'mqtt') =>
    records(after, { source, outcome }) - records(before, { source, outcome })
  expect([added('stored'), added('duplicate'), added('refused'), added('stored', 'opcua')]).toEqual([1, 1, 1, 0])
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

/** The same mistakes at every door, each of them with a word that nobody has sent before. */
async function sendUnheardOf(word: string): Promise<void> {
  const { anonymous } = app
  const staff = await app.as('staff')
  await anonymous.post('/v1/auth/login', { email: `${word}@packhouse.example`, password: word })
  await anonymous.post('/v1/auth/login', { email: 'staff@packhouse.example', password: word }, { 'user-agent': word })
  await anonymous.post('/v1/auth/login', { [word]: word }, { 'content-type': `application/${word}` })
  await anonymous.get(`/auth/callback?error=${word}&error_description=${word}&state=${word}`)
  await anonymous.get(`/quote/${word}`)
  await anonymous.request(`/v1/${word}`, { headers: { 'x-api-key': word, 'accept-language': word } })
  await staff.get(`/v1/users?sort=${word}&filter[${word}]=${word}`)
  await staff.get(`/v1/ignition/machines/${word}/history?tag=${word}`)
  await staff.request('/v1/users', { method: 'POST', body: { email: word, [word]: word } })
  await expect(app.device({ username: word, password: word, clientId: word })).rejects.toThrow()
  const device = await app.device({ clientId: `device-${word}` })
  await device.publish('VFFS-2214', { [word]: word, lastSeen: word })
  await device.publish('VFFS-2214', `{"${word}":`)
  await device.publishOn(`unheard/${word}`, word)
  await device.close()
}

test('has the same series whatever words and errors strangers cause', async () => {
  const series = async () => (await scrape()).map(({ name, labels }) => `${name}${JSON.stringify(labels)}`)
  await sendUnheardOf('zqfirst')
  // The week of the first event is made when it is stored, a moment after the call, and its series comes with it.
  const before = await until('the week of events', async () => {
    const all = await series()
    return all.some((one) => one.includes('"app_event"')) && all
  })
  for (let n = 0; n < 5; n++) await sendUnheardOf(`zqword${n}`)
  const after = await series()
  expect(after.filter((one) => !before.includes(one))).toEqual([])
  expect(after.filter((one) => one.includes('zq'))).toEqual([])
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

/** Units that are no base units, and the short words for units that `promtool` knows. */
const OTHER_UNITS = new Set(
  's ms us ns sec b kb mb gb tb pb m h d minute minutes hour hours day days week weeks milliseconds microseconds nanoseconds kilobytes megabytes bits fahrenheit percent'.split(
    ' ',
  ),
)

/** What `promtool check metrics` finds wrong with a family, by its rules. */
function lint(name: string, { help, type, labels }: { help: string; type: string; labels: ReadonlySet<string> }) {
  const words = name.split('_')
  const isOneOf = (...types: string[]) => types.includes(type)
  const faults: Record<string, boolean> = {
    'has no help': help.trim() === '',
    'has no type': !isOneOf('counter', 'gauge', 'histogram', 'summary'),
    'counter does not end with _total': type === 'counter' && !name.endsWith('_total'),
    'only counters end with _total': type !== 'counter' && name.endsWith('_total'),
    'suffix of a histogram or summary': /_(bucket|count|sum)$/.test(name),
    'type in the name': words.some((word) => ['counter', 'gauge', 'histogram', 'summary'].includes(word)),
    'camel case': [name, ...labels].some((word) => /[a-z][A-Z]/.test(word)),
    'colon in the name': name.includes(':'),
    'no base unit': words.some((word) => OTHER_UNITS.has(word)),
    'label of a histogram': type !== 'histogram' && labels.has('le'),
    'label of a summary': type !== 'summary' && labels.has('quantile'),
  }
  return Object.entries(faults).flatMap(([fault, isFound]) => (isFound ? [`${name}: ${fault}`] : []))
}

test('every metric is named by the rules of promtool, declared once and before its samples', async () => {
  const { text } = await (await app.as('staff')).get(PATH)
  const declaredBy = (word: string) =>
    [...text.matchAll(new RegExp(`^# ${word} (\\S+) (.*)$`, 'gm'))].map(
      ([, name = '', said = '']) => [name, said] as const,
    )
  const types = declaredBy('TYPE')
  const helps = new Map(declaredBy('HELP'))
  expect(types.length).toBeGreaterThan(30)
  expect(new Set(types.map(([name]) => name)).size).toBe(types.length)
  const samples = read(text)
  const familyOf = ({ name }: Sample) => {
    return helps.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '')
  }
  const byFamily = Map.groupBy(samples, familyOf)
  expect([...byFamily.keys()].filter((name) => !types.some(([declared]) => declared === name))).toEqual([])
  expect(
    types.flatMap(([name, type]) => {
      const labels = new Set((byFamily.get(name) ?? []).flatMap((sample) => Object.keys(sample.labels)))
      return lint(name, { help: helps.get(name) ?? '', type, labels })
    }),
  ).toEqual([])
  const keys = samples.map(({ name, labels }) => `${name}${JSON.stringify(labels)}`)
  expect(keys.length - new Set(keys).size).toBe(0)
})

/** Debian and the distribution of Prometheus have it. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

function promtool(parts: string[], input?: string): string {
  const { status, stdout, stderr } = spawnSync('promtool', parts, {
    encoding: 'utf8',
    input,
    cwd: join(DEPLOY, 'prometheus'),
  })
  return status === 0 ? '' : `${stdout}${stderr}`
}

test.skipIf(!hasPromtool)(
  'promtool takes the output, the scrape configuration and the rules, and its tests of the rules pass (skipped without promtool)',
  async () => {
    expect(promtool(['check', 'rules', 'rules.yml'])).toBe('')
    expect(promtool(['test', 'rules', 'rules.test.yml'])).toBe('')
    const folder = mkdtempSync(join(tmpdir(), 'packhouse-prometheus-'))
    try {
      // The key lies where operators put it, which is not here.
      const key = join(folder, 'key')
      writeFileSync(key, 'phk_of_a_test')
      const config = readFileSync(join(DEPLOY, 'prometheus/prometheus.yml'), 'utf8')
      writeFileSync(join(folder, 'prometheus.yml'), config.replace('/etc/prometheus/packhouse-api-key', key))
      cpSync(join(DEPLOY, 'prometheus/rules.yml'), join(folder, 'rules.yml'))
      expect(promtool(['check', 'config', join(folder, 'prometheus.yml')])).toBe('')
    } finally {
      rmSync(folder, { recursive: true })
    }
    const { text } = await (await app.as('staff')).get(PATH)
    expect(promtool(['check', 'metrics'], text)).toBe('')
  },
)

test('nothing that somebody sends makes a series', async () => {
  const seriesOf = (samples: Sample[]) =>
    new Set(samples.map(({ name, labels }) => JSON.stringify([name, Object.entries(labels).toSorted()])))
  const WORD = 'cardinality'
  const send = async (round: number) => {
    const word = `${WORD}-${round}`
    for (const method of ['GET', 'PUT', 'PROPFIND', 'M-SEARCH', 'PURGE'])
      for (const path of [
        `/${word}`,
        `/v1/${word}`,
        `/auth/${word}`,
        `/v1/users/${word}`,
        `/v1/customers?sort=${word}`,
      ])
        await app.anonymous.request(path, { method })
    await app.anonymous.post('/v1/auth/login', { email: `${word}@example.com`, password: word })
    await app.anonymous.post('/v1/auth/login', { [word]: word })
    await app.anonymous.post('/v1/auth/login', `{"${word}`)
    await app.anonymous.get(`/auth/callback/oidc?error=${word}&error_description=${word}&state=${word}`)
    await app.anonymous.get('/v1/users', {
      authorization: `Bearer ${word}`,
      'accept-language': word,
      'user-agent': word,
    })
    const staff = await app.as('staff')
    await staff.get(`/v1/customers?sort=${word}`)
    await staff.get(`/v1/quotes/${word}`)
    await staff.post('/v1/usage/events', { events: [{ kind: word }] })
    await app.device({ username: word, password: word }).catch(() => undefined)
  }
  await send(1)
  const before = seriesOf(await scrape())
  await send(2)
  await send(3)
  const after = seriesOf(await scrape())
  expect([...after].filter((series) => series.includes(WORD))).toEqual([])
  // Counters of what happens by itself may come in between; one for each of what was sent would be dozens.
  expect([...after].filter((series) => !before.has(series)).filter((series) => series.includes('http_server'))).toEqual(
    [],
  )
  const { refused } = await (await app.as('staff')).call('refusalCounts')
  expect(Object.keys(refused).filter((reason) => reason.includes(WORD))).toEqual([])
})
