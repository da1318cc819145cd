import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadSamplePasswords } from '../../src/platform/secrets.ts'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { makeVolatileFolder } from '../support/temporary-folder.ts'
import { emailOf } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const nothing = { people: undefined, device: undefined }

/** A database of a version in which the sample device had the password of the sample accounts. */
const app = useTestApp({
  prepare: `UPDATE device SET key_hash = (SELECT password_hash FROM user_credential LIMIT 1)`,
})

test('a data folder with the password of the sample accounts alone gets one for the device, and retains both', async () => {
  const folder = await makeVolatileFolder('secrets')
  try {
    await writeFile(join(folder.path, 'sample-password'), 'of the people\n')
    const first = await loadSamplePasswords(folder.path, nothing)
    expect(first).toEqual({ people: 'of the people', device: expect.stringMatching(/^\w{20}$/) })
    expect(await loadSamplePasswords(folder.path, nothing)).toEqual(first)
    const configured = { people: undefined, device: 'of the device' }
    expect(await loadSamplePasswords(folder.path, configured)).toEqual({
      people: 'of the people',
      device: 'of the device',
    })
    expect(await loadSamplePasswords(folder.path, nothing)).toMatchObject({ device: 'of the device' })
  } finally {
    await folder.remove()
  }
})

test('a start gives the sample device its own password where it had that of the sample accounts', async () => {
  expect((await app.device()).connected).toBe(true)
  await expect(app.device({ password: SAMPLE_PASSWORD })).rejects.toMatchObject({ code: 4 })
})

test('the next start changes neither password', async () => {
  const hashes = () =>
    app.sql(`SELECT key_hash AS hash FROM device UNION ALL SELECT password_hash FROM user_credential ORDER BY 1`)
  const before = await hashes()
  await app.stopProduct()
  await app.startProduct()
  expect(await hashes()).toEqual(before)
  expect((await app.device()).connected).toBe(true)
  expect((await app.login(emailOf('staff'), SAMPLE_PASSWORD)).access_token).toMatch(/^pha_/)
})
