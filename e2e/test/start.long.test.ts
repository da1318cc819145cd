import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../src/eventually.ts'
import { takePort } from '../src/ports.ts'
import { CONFIGURATION_FAULT } from '../src/processes.ts'
import { endProcess, readyMessage, runProduct, SAMPLE_PASSWORD } from '../src/product.ts'
import { volatileFolder } from '../src/temporary-folder.ts'

let folder: string
let quick: { DATA_DIR: string; SAMPLE_PASSWORD: string; SIMULATOR: string }

beforeAll(async () => {
  folder = await volatileFolder()
  quick = { DATA_DIR: folder, SAMPLE_PASSWORD, SIMULATOR: 'off' }
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

test('With the simulator it says what is still coming, and when it is there', async () => {
  const run = runProduct({ ...quick, SIMULATOR: 'on', HISTORY_HOURS: '1' })
  try {
    await readyMessage(run)
    expect(run.output()).toMatch(
      /^The history of the sample machines is being filled in; .+\nPackhouse is ready at .+$/m,
    )
    await eventually(() => run.output()).toMatch(
      /^Simulator: the history of 24 machines is complete \(\d+ records in .+ s\)$/m,
    )
  } finally {
    await endProcess(run.process, 'SIGTERM')
  }
})

test('A taken MQTT_PORT is an error that names the port and the variable', async () => {
  const { port, release } = await takePort()
  try {
    const run = runProduct({ ...quick, MQTT_PORT: String(port) })
    expect(await run.ended).toBe(CONFIGURATION_FAULT)
    expect(run.output()).toBe(
      `Packhouse could not start.\nPort ${port} is taken by another program. Stop it, or set MQTT_PORT to a free port.\n`,
    )
    expect(existsSync(join(folder, 'postgres/cluster/postmaster.pid'))).toBe(false)
  } finally {
    await release()
  }
})

test.for([
  ['PORT', '70000', 'must be a port number from 0 to 65535'],
  ['SIMULATOR', 'maybe', 'must be on or off'],
  ['LOGIN_OPTIONS', 'basic,fax', ''],
  ['CMMS_URL', 'javascript:alert(1)', 'must be a path that starts with / or an http(s) address'],
] as const)('%s=%s stops the start with a message that names the variable', async ([variable, value, words]) => {
  const run = runProduct({ ...quick, [variable]: value })
  expect(await run.ended).toBe(CONFIGURATION_FAULT)
  expect(run.output()).toMatch(/^Packhouse could not start\.\n[^\n]+\n$/)
  expect(run.output()).toContain(`${variable} ${words}`)
  expect(run.output()).toContain(`(it is ${JSON.stringify(value)})`)
})

test('An empty variable counts as not set', async () => {
  const run = runProduct({ ...quick, CMMS_URL: '', HOST: '', LOG_LEVEL: '' })
  await readyMessage(run)
  expect(await endProcess(run.process, 'SIGTERM')).toBe(0)
})
