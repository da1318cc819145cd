import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../src/eventually.ts'
import { freePort, takePort } from '../src/ports.ts'
import { alive, CONFIGURATION_FAULT, descendantsOf } from '../src/processes.ts'
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

test('When it is ready it prints its line to the letter, and its health is 200 with every part', async () => {
  const port = await freePort()
  // Nothing that somebody has chosen is printed.
  const run = runProduct({ ...quick, SAMPLE_DEVICE_PASSWORD: 'chosen by somebody', PORT: String(port) })
  try {
    const { mqttPort } = await readyMessage(run)
    const lines = run.output().trimEnd().split('\n')
    // The log has a form of its own; all else is for people.
    const logged = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line).msg)
    expect(logged).toEqual([expect.stringMatching(/^PostgreSQL .* known security holes\./)])
    expect(lines.filter((line) => !line.startsWith('{'))).toEqual([
      'Sample accounts: customer@packhouse.example, other@packhouse.example, staff@packhouse.example, denied@packhouse.example',
      'Administrators of the sample sign in without a second factor. Other installations ask them for one: Roles, Administrator.',
      'Password: as set in SAMPLE_PASSWORD',
      `Machines publish to mqtt://127.0.0.1:${mqttPort}`,
      `Packhouse is ready at http://127.0.0.1:${port}`,
    ])
    const ok = { status: 'ok' }
    const parts = { database: ok, broker: ok, ingest: ok, clock: ok, senders: ok, scanner: ok, logs: ok, files: ok }
    // On a machine that is very busy the database may take longer than the health waits for it.
    await eventually(async () => {
      const health = await fetch(`http://127.0.0.1:${port}/v1/health`)
      return [health.status, await health.json()]
    }).toEqual([200, { status: 'ok', ...parts }])
  } finally {
    await endProcess(run.process, 'SIGTERM')
  }
})

test('Ctrl-C stops it cleanly: it exits with 0, says nothing more and leaves no process', async () => {
  const run = runProduct({ ...quick, SIMULATOR: 'on' })
  const { httpPort } = await readyMessage(run)
  const said = run.output()
  expect(said).toMatch(/^The history of the sample machines is being filled in; .+\nPackhouse is ready at .+$/m)
  const below = await descendantsOf(run.process.pid ?? 0)
  // The simulator, and PostgreSQL with its own processes.
  if (process.platform === 'linux') expect(below.length).toBeGreaterThan(3)
  expect(await endProcess(run.process, 'SIGINT')).toBe(0)
  await run.ended
  // What has got its signal is gone a moment later.
  await eventually(() => alive(below)).toEqual([])
  expect(
    run
      .output()
      .replace(said, '')
      .replaceAll(/^Simulator: .*\n/gm, ''),
  ).toBe('')
  await expect(fetch(`http://127.0.0.1:${httpPort}/v1/health`)).rejects.toThrow()
})

test('A taken PORT is an error that names the port and the variable', async () => {
  const { port, release } = await takePort()
  try {
    const run = runProduct({ ...quick, PORT: String(port) })
    expect(await run.ended).toBe(CONFIGURATION_FAULT)
    expect(run.output()).toBe(
      `Packhouse could not start.\nPort ${port} is taken by another program. Stop it, or set PORT to a free port.\n`,
    )
    expect(existsSync(join(folder, 'postgres/cluster/postmaster.pid'))).toBe(false)
  } finally {
    await release()
  }
})

test('Several errors of the configuration are listed at once', { tags: ['long'] }, async () => {
  const run = runProduct({ ...quick, PORT: 'x', SIMULATOR: 'x' })
  expect(await run.ended).toBe(CONFIGURATION_FAULT)
  expect(run.output()).toContain('PORT must')
  expect(run.output()).toContain('SIMULATOR must')
})
