import { cp, readFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { api, type MachineDetails } from '@packhouse/contract'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../src/eventually.ts'
import { publishRecords } from '../src/machine-publisher.ts'
import { alive, descendantsOf } from '../src/processes.ts'
import { endProcess, type ProductAddress, readyMessage, runProduct, startProduct } from '../src/product.ts'
import { repository } from '../src/repository.ts'
import { signInByApi } from '../src/sign-in.ts'
import { temporaryFolder, volatileFolder } from '../src/temporary-folder.ts'

const quiet = { SIMULATOR: 'off' }

async function newFolder(made = volatileFolder()): Promise<string> {
  const folder = await made
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function totalCyclesOf(product: ProductAddress, machineID: string): Promise<number | null> {
  const { access_token } = await signInByApi(product, 'customer')
  const response = await fetch(product.url + api.getMachine.path.replace('{id}', machineID), {
    headers: { authorization: `Bearer ${access_token}`, 'x-api-key': access_token },
  })
  return ((await response.json()) as MachineDetails).totalCycles
}

test('After kill -9 a start works at once, what was acknowledged is there, and what was left over is ended', async () => {
  const dataDir = await newFolder(temporaryFolder())
  const first = await startProduct({ dataDir })
  const below = await descendantsOf(first.process.pid ?? 0)
  await publishRecords(first, { 'FLW-0904': { totalCycles: 815 } })
  await first.stop('SIGKILL')
  const second = await startProduct({ dataDir, environment: quiet })
  expect(await totalCyclesOf(second, 'FLW-0904')).toBe(815)
  await eventually(() => alive(below)).toEqual([])
  await second.stop()
})

test('Without SAMPLE_PASSWORD one is made, printed and good for signing in at the next start too, until one is set', async () => {
  const dataDir = await newFolder()
  const first = await startProduct({ dataDir, environment: { ...quiet, SAMPLE_PASSWORD: undefined } })
  const password = /^Password: (\S{16,})$/m.exec(first.output())?.[1] ?? ''
  expect((await readFile(join(dataDir, 'sample-password'), 'utf8')).trim()).toBe(password)
  await publishRecords(first, { 'VFFS-2214': { totalCycles: 4711 } })
  expect(await first.stop('SIGINT')).toBe(0)

  const second = await startProduct({ dataDir, environment: { ...quiet, SAMPLE_PASSWORD: undefined } })
  expect(second.output()).toContain(`Password: ${password}\n`)
  expect(await totalCyclesOf({ ...second, password }, 'VFFS-2214')).toBe(4711)
  await second.stop()

  const third = await startProduct({ dataDir, environment: { ...quiet, SAMPLE_PASSWORD: 'another password' } })
  expect((await signInByApi(third, 'customer')).access_token).toMatch(/^pha_/)
  await expect(signInByApi({ ...third, password }, 'customer')).rejects.toThrow('401')
  await publishRecords(third, { 'VFFS-2214': {} })
  await third.stop()
})

test('It works from a path with a space and keeps its data in the working folder', async () => {
  const folder = await newFolder()
  const checkout = join(folder, 'a check out')
  await cp(join(repository, 'packages'), join(checkout, 'packages'), { recursive: true })
  await symlink(join(repository, 'node_modules'), join(checkout, 'node_modules'))
  const run = runProduct(quiet, { checkout })
  const { httpPort } = await readyMessage(run)
  expect((await fetch(`http://127.0.0.1:${httpPort}/v1/health`)).status).toBe(200)
  expect(await (await fetch(`http://127.0.0.1:${httpPort}/`)).text()).toContain('<div id="root">')
  for (const name of ['sample-password', 'sample-device-password']) {
    expect(await readFile(join(checkout, 'data', name), 'utf8')).toMatch(/\S{16}/)
  }
  expect(await endProcess(run.process, 'SIGINT')).toBe(0)
})
