import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { blocksOf, ExampleFolder, type GuideBlock, showsAnswer } from '../support/guide/guide-examples.ts'
import { GuideFiles } from '../support/guide/guide-files.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ environment: { ALLOW_PRIVATE_ADDRESSES: 'on', PUBLIC_URL: 'http://packhouse.test:8080' } })
const files = GuideFiles.read()
const withExamples = files.pages.filter(({ markdown }) => /^```/m.test(markdown))

/** What runs beside a program that waits for something, by the page. It is handed what the program has written so far. */
const companions: Readonly<Record<string, (written: () => string) => Promise<void>>> = {
  'integrators/webhooks.md': causeDelivery,
}

describe('every example of the guides', () => {
  let folder: ExampleFolder
  let staff: Caller
  let publishing: NodeJS.Timeout

  beforeAll(async () => {
    folder = await ExampleFolder.make()
    staff = await app.as('staff')
    // Whoever reads a stream sees a machine change.
    const device = await app.device()
    let totalCycles = 1
    publishing = setInterval(() => {
      device.publish('FLW-0933', { machineState: 'Running', totalCycles: totalCycles++ }).catch(() => undefined)
    }, 200)
  })
  afterAll(async () => {
    clearInterval(publishing)
    await folder?.remove()
  })

  test.each(withExamples.map(({ path }) => path))('of %s does what the page says', async (path) => {
    const blocks = blocksOf(path, app)
    for (const { language, isAnswer, notRun, text } of blocks) {
      const isRun = ['sh', 'ts'].includes(language)
      expect(isRun || isAnswer || notRun !== undefined, `It is neither run nor an answer:\n${text}`).toBe(true)
    }
    const run = blocks.filter(({ isAnswer, notRun }) => !isAnswer && notRun === undefined)
    const environment = { PACKHOUSE_KEY: await keyWith(scopesOf(path)), ...(await secretsOf(path)) }
    const written = new Map<GuideBlock, string>()
    for (const group of inShells(run)) {
      const outputs =
        group[0]?.language === 'sh'
          ? await folder.runCommands(group, environment)
          : [await runProgram(path, group, environment)]
      for (const [index, block] of group.entries()) written.set(block, outputs[index] ?? '')
    }
    for (const [index, block] of blocks.entries()) {
      const before = blocks[index - 1]
      if (!block.isAnswer) continue
      const said = before === undefined ? undefined : written.get(before)
      expect(said, `Nothing was run before this answer:\n${block.text}`).toBeDefined()
      expect(showsAnswer(block, said ?? ''), `The page shows\n${block.text}\nand there came\n${said}`).toBe(true)
    }
  })

  async function runProgram(path: string, [block]: readonly GuideBlock[], environment: NodeJS.ProcessEnv) {
    if (block === undefined) return ''
    const companion = companions[path]
    if (companion === undefined) return await folder.runProgram(block, environment)
    const child = await folder.startProgram(block, environment)
    const lines: string[] = []
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface(stream).on('line', (line) => lines.push(line))
    }
    await companion(() => lines.join('\n'))
    child.kill('SIGTERM')
    await once(child, 'exit')
    return lines.join('\n')
  }

  /** A key of staff with scopes alone, as the page says it needs. */
  async function keyWith(names: readonly string[]): Promise<string> {
    if (names.length === 0) return ''
    const { id, key } = (await staff.post('/v1/auth/api-keys', { name: 'Guide' })).body as { id: string; key: string }
    const known = await app.sql<{ id: string }>('SELECT id FROM api_key_scope WHERE name = ANY($1)', [names])
    expect(known.length, names.join()).toBe(names.length)
    const body = { ids: known.map((scope) => scope.id) }
    expect((await staff.request(`/v1/auth/api-keys/${id}/scopes`, { method: 'PUT', body })).status).toBe(204)
    return key
  }
})

/** Commands that follow each other share a shell, so that one can use what the one before it has set. */
function inShells(blocks: readonly GuideBlock[]): GuideBlock[][] {
  const groups: GuideBlock[][] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    if (block.language === 'sh' && last?.[0]?.language === 'sh') last.push(block)
    else groups.push([block])
  }
  return groups
}

/** The scopes that a page says its key needs. */
function scopesOf(path: string): string[] {
  const [, list = ''] = /API key with the scopes? ((?:`[\w:]+`(?:, | and )?)+)/.exec(files.of(path).markdown) ?? []
  return [...list.matchAll(/`([\w:]+)`/g)].map(([, name = '']) => name)
}

let webhook = { id: '', secret: '' }

/** What an example needs beside a key. */
async function secretsOf(path: string): Promise<NodeJS.ProcessEnv> {
  if (path === 'integrators/partner-access.md') return { PARTNER_KEY: await partnerKey() }
  if (path !== 'integrators/webhooks.md') return {}
  const body = { name: 'Guide', url: 'http://127.0.0.1:9', resources: ['industry'] }
  const made = await (await app.as('staff')).post('/v1/webhooks', body)
  expect(made.status, made.text).toBe(201)
  webhook = made.body as typeof webhook
  return { WEBHOOK_SECRET: webhook.secret, PORT: '0' }
}

/** The key that a customer gives a partner for one machine. */
async function partnerKey(): Promise<string> {
  const body = {
    ...{ partner: 'Guide', contact: 'guide@packhouse.example', purpose: 'Examples', machineIDs: ['VFFS-2214'] },
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  }
  return (await (await app.as('customer')).call('givePartnerAccess', { body })).key
}

/** Leads the webhook to the receiver of the guide, changes a record, and waits until the receiver says so. A forged POST comes first. */
async function causeDelivery(written: () => string): Promise<void> {
  const url = await until('the receiver', () => /http:\/\/\S+/.exec(written())?.[0])
  const headers = {
    'webhook-id': '1',
    'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
    'webhook-signature': 'v1,AAAA',
  }
  expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(401)
  const staff = await app.as('staff')
  const row = (await staff.get(`/v1/webhooks/${webhook.id}`)).body as { rowVersion: number }
  const changed = await staff.request(`/v1/webhooks/${webhook.id}`, {
    method: 'PUT',
    body: { name: 'Guide', url, resources: ['industry'], rowVersion: row.rowVersion },
  })
  expect(changed.status, changed.text).toBe(200)
  expect((await staff.post('/v1/industries', { code: 'GUIDE', name: 'Guides' })).status).toBe(201)
  await until('the delivery', () => written().includes('industry.create'))
}

describe('the guides are served', () => {
  const [first] = files.pages
  const page = `/docs/guide/${first?.path.replace(/\.md$/, '')}`

  test('to everybody, every one, within their bounds, with the address of the installation and nothing else of it', async () => {
    const home = await app.anonymous.get('/docs/guide')
    expect(home).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
    for (const { path } of files.pages) {
      const address = `/docs/guide/${path.replace(/\.md$/, '')}`
      expect(home.text).toContain(`href="${address}"`)
      const answer = await app.anonymous.get(address)
      expect(answer.status, address).toBe(200)
      expect(answer.text).not.toContain('packhouse.example.com')
      expect(answer.text.length, address).toBeLessThan(64 * 1024)
      expect(answer.headers['content-security-policy']).toContain("script-src 'self';")
      expect(answer.text).not.toMatch(/<script(?![^>]*src=)|style="|\son\w+="/)
    }
    expect((await app.anonymous.get('/docs/guide/integrators/send-records-over-http')).text).toContain(
      'http://packhouse.test:8080/v1/ignition/records',
    )
  })

  test('with an ETag, compressed, and assets for ever', async () => {
    const encoded = { 'accept-encoding': 'br' }
    const answer = await app.anonymous.get(page, encoded)
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-language, accept-encoding' })
    const again = await app.anonymous.get(page, { ...encoded, 'if-none-match': answer.headers.etag })
    expect(again).toMatchObject({ status: 304, text: '' })
    const { text } = await app.anonymous.get(page)
    const assets = [...text.matchAll(/(?:src|href)="([^"]+\?v=[^"]+)"/g)].map(([, address = '']) => address)
    expect(assets.length).toBeGreaterThanOrEqual(2)
    for (const address of assets) {
      const asset = await app.anonymous.get(address)
      expect(asset.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' })
      expect((await app.anonymous.get(address, { 'if-none-match': asset.headers.etag })).status).toBe(304)
      const old = await app.anonymous.get(address.replace(/v=.*/, 'v=old'))
      expect(old.headers['cache-control']).toBe('no-cache')
    }
  })

  test('in German too, which says that they are in English', async () => {
    const answer = await app.anonymous.get(page, { 'accept-language': 'de' })
    expect(answer.headers['content-language']).toBe('de')
    expect(answer.text).toContain('<html lang="de">')
    expect(answer.text).toContain('<article lang="en">')
    expect(answer.text).toContain('nur auf Englisch')
    expect((await app.anonymous.get(page)).text).not.toContain('class="notice"')
  })

  test.each(['/docs/guide/', '/docs/guide/nobody', '/docs/guide/../guide/images/none.webp', '/docs/guide/assets/none'])(
    'and %s leads on',
    async (address) => {
      const answer = await app.anonymous.get(address)
      expect(answer.status).toBe(address.endsWith('/guide/') ? 200 : 404)
      expect(answer.text).toContain(`href="${page}"`)
    },
  )

  test('and searched, within bounds; nothing that is typed becomes markup', async () => {
    const found = await app.anonymous.get('/docs/guide/search?q=records%20HTTP')
    expect(found.text).toContain('<mark>records</mark>')
    expect(found.text.match(/<li>/g)?.length).toBeLessThanOrEqual(20)
    const nothing = await app.anonymous.get(`/docs/guide/search?q=${encodeURIComponent('"><script>x</script>')}`)
    expect(nothing).toMatchObject({ status: 200 })
    expect(nothing.text).not.toContain('<script>x')
    expect(nothing.text).toContain('Use fewer words')
    const long = await app.anonymous.get(`/docs/guide/search?q=${'a'.repeat(4_000)}&q=b`)
    expect(long.status).toBe(200)
    expect(long.text).not.toContain('a'.repeat(101))
  })

  test('beside the reference of the API, which leads to them', async () => {
    const reference = await app.anonymous.get('/docs/')
    expect(reference.text).toContain('href="/docs/guide"')
    expect((await app.anonymous.get('/docs/guide')).text).toContain('href="/docs/"')
  })
})
