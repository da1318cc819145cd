import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerWebFiles } from './web-files.ts'

const app = fastify()
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packhouse-web-'))
  for (const name of ['web/assets', '.git']) await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, 'web/index.html'), '<html lang="en"></html>')
  await writeFile(join(folder, 'web/assets/main.js'), 'hello()')
  await writeFile(join(folder, '.git/config'), 'what nobody is to read')
  await registerWebFiles(app, join(folder, 'web'), () => 'en')
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test.each([
  '/assets/',
  '/assets',
  '/../.git/config',
  '/%2e%2e/.git/config',
  '/assets/..%2f..%2f.git/config',
  '/.git/config',
])('neither the list of a folder nor what lies beside the web is answered: %s', async (url) => {
  const { statusCode, body } = await app.inject({ url })
  expect(statusCode).toBeGreaterThanOrEqual(400)
  expect(body).not.toMatch(/main\.js|what nobody/)
})

test('a file of the web is', async () => {
  expect((await app.inject({ url: '/assets/main.js' })).body).toBe('hello()')
})
