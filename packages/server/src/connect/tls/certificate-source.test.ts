import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from '../../platform/config.ts'
import { createLog } from '../../platform/log.ts'
import { certificateFile } from '../../platform/mqtt-tls-settings.ts'
import { CertificateSource } from './certificate-source.ts'
import { makeSelfSigned } from './self-signed.ts'

let dataDir = ''

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'packhouse-certificate-'))
})
afterEach(async () => await rm(dataDir, { recursive: true }))

function source(files?: { cert: string; key: string }): CertificateSource {
  const settings = { port: 0, files }
  return new CertificateSource({ settings, dataDir, publicHost: 'packhouse.example', log: createLog('silent') })
}

const nobody = () => undefined

test('the built-in certificate is made once, for the public name, and nobody else can read its key', async () => {
  const first = source()
  const { cert } = await first.start(nobody)
  const certificate = new X509Certificate(cert)
  expect(certificate.checkHost('packhouse.example')).toBe('packhouse.example')
  expect(first.shown?.fingerprint).toBe(certificate.fingerprint256)
  const file = certificateFile({ port: 0, files: undefined }, dataDir)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const second = source()
  await second.start(nobody)
  expect(second.shown).toEqual(first.shown)
  expect(await readFile(file, 'utf8')).toContain('PRIVATE KEY')
})

test.each([
  ['that are not there', undefined, undefined],
  ['that hold something else', 'no certificate', 'no key'],
  ['that do not belong together', made().cert, made().key],
])('files %s stop the start and are named', async (_, cert, key) => {
  const files = { cert: join(dataDir, 'cert.pem'), key: join(dataDir, 'key.pem') }
  if (cert !== undefined && key !== undefined) {
    await writeFile(files.cert, cert)
    await writeFile(files.key, key)
  }
  const start = source(files).start(nobody)
  await expect(start).rejects.toThrow(ConfigError)
  await expect(start).rejects.toThrow(/^MQTT_TLS_CERT and MQTT_TLS_KEY cannot be used/)
})

function made() {
  return makeSelfSigned('broker', ['127.0.0.1'], new Date(), new Date(Date.now() + 86_400_000))
}
