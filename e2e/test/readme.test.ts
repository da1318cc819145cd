import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sampleAccounts } from '@packhouse/contract'
import { readConfig } from '@packhouse/server'
import { afterAll, beforeAll, expect } from 'vitest'
import { eventually } from '../src/eventually.ts'
import { publish } from '../src/machine-publisher.ts'
import { cardOf, cardsOf, openOverview, showCard, valueBeside } from '../src/overview.ts'
import { endProcess, type ProductAddress, type ProductRun, readyMessage, runProduct } from '../src/product.ts'
import { argumentsOf, commandWith, isInstalled, localLinks, readme } from '../src/readme.ts'
import { repository } from '../src/repository.ts'
import { signInByForm } from '../src/sign-in.ts'
import { volatileFolder } from '../src/temporary-folder.ts'
import { test } from '../src/test.ts'
import { textOf } from '../src/text.ts'

const PUBLISH = commandWith('mosquitto_pub')
let folder: string
let run: ProductRun
let product: ProductAddress

/** The product as it is after `npm start`, but for its ports: its data are in the folder `data` where it was started. */
beforeAll(async () => {
  folder = await volatileFolder()
  run = runProduct({ SIMULATOR: 'off' }, { folder })
  const { httpPort, mqttPort } = await readyMessage(run)
  const password = /^Password: (.+)$/m.exec(run.output())?.[1] ?? ''
  const devicePassword = readFileSync(join(folder, 'data/sample-device-password'), 'utf8').trim()
  product = { url: `http://127.0.0.1:${httpPort}`, mqttPort, password, devicePassword }
})
afterAll(async () => {
  if (run) await endProcess(run.process, 'SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

test('The line to publish with is the one that was promised', () => {
  expect(PUBLISH).toBe(
    `mosquitto_pub -h 127.0.0.1 -p 1883 -u sample-device -P "$(cat data/sample-device-password)" -q 1 -t packhouse/FLW-0904/record -m '{"machineState":"Running","totalCycles":1200,"cyclesPerMin":28.5,"temperature":31.42,"humidity":41}'`,
  )
})

test('The line to publish with makes the silent machine FLW-0904 run while one looks at it', async ({ visit }) => {
  const { page } = await visit({ product, as: 'customer' })
  await openOverview(page)
  const card = await showCard(page, 'FLW-0904')
  await card.getByText('No live data', { exact: true }).waitFor()
  const here = PUBLISH.replace('-p 1883', `-p ${product.mqttPort}`)
  if (isInstalled('mosquitto_pub')) {
    expect(spawnSync('bash', ['-c', here], { cwd: folder, encoding: 'utf8' }).stderr).toBe('')
  } else {
    await publishAs(argumentsOf('mosquitto_pub', here, folder))
  }
  await card.getByText('Running', { exact: true }).waitFor()
  expect(await textOf(valueBeside(card, 'Temp'))).toBe('31.42°C')
  expect(await textOf(valueBeside(card, 'Cycles/min'))).toBe('28.5')
})

/** Does what mosquitto_pub does with these arguments; like it, takes what follows an option as it is. */
async function publishAs(args: string[]): Promise<void> {
  const value = (option: string) => args[args.indexOf(option) + 1] ?? ''
  const options = args.filter((_, index) => index % 2 === 0)
  expect(options).toEqual(['-h', '-p', '-u', '-P', '-q', '-t', '-m'])
  expect(value('-q')).toBe('1')
  const account = { username: value('-u'), password: value('-P') }
  await publish(`mqtt://${value('-h')}:${value('-p')}`, account, value('-t'), value('-m'))
}

test('The address, the ports and the folder of the README are the defaults', () => {
  const { host, port, mqttPort, dataDir } = readConfig({})
  expect(readme).toContain(`Packhouse is ready at http://${host}:${port}`)
  expect(PUBLISH).toContain(`-h ${host} -p ${mqttPort} `)
  expect(dataDir).toBe(join(process.cwd(), 'data'))
})

test('The line to replay a recording makes FLW-0904 do what was recorded', async ({ visit }) => {
  const { page } = await visit({ product, as: 'customer' })
  await page.goto('/machines/FLW-0904')
  const command = commandWith('--replay').replace(
    'data/sample-device-password',
    join(folder, 'data/sample-device-password'),
  )
  // `exec`, so that ending the shell ends the replay.
  const replay = spawn('bash', ['-c', command.replace(' node_modules', ' exec node_modules')], {
    cwd: repository,
    env: { ...process.env, MQTT_URL: `mqtt://127.0.0.1:${product.mqttPort}`, API_URL: product.url },
  })
  try {
    await eventually(() => textOf(valueBeside(page.getByRole('main'), 'Temp'))).toMatch(/^23\.\d\d/)
    await page.reload()
    await page.getByRole('row', { name: 'Recipe Pillow bag 1 kg' }).waitFor()
  } finally {
    await endProcess(replay, 'SIGTERM')
  }
})

test('The simulator tells its options', () => {
  const command =
    /`(node_modules\/node\/bin\/node packages\/simulator\/src\/main\.ts --help)`/.exec(readme)?.[1] ?? 'false'
  const { stdout } = spawnSync('bash', ['-c', command], { cwd: repository, encoding: 'utf8' })
  expect(stdout).toContain('--replay <file>')
})

test('Every sample account is in the README, and sees what it says', async ({ visit }) => {
  const rows = [...readme.matchAll(/^\| `(\S+@\S+)` \| (.+) \|$/gm)].map(([, email = '', sees = '']) => ({
    email,
    sees,
  }))
  expect(rows.map(({ email }) => email)).toEqual(sampleAccounts.map(({ email }) => email))
  for (const { email, sees } of rows) {
    const { page } = await visit({ product })
    await page.goto('/login')
    await signInByForm(page, email, product.password)
    const count = /\d+/.exec(sees)?.[0]
    if (count === undefined) await page.getByText('customer.access').waitFor()
    else await eventually(() => cardsOf(page).count()).toBe(Number(count))
  }
})

test('?demo=1 shows sample data made in the browser', async ({ visit }) => {
  const { page } = await visit({ product, as: 'customer' })
  await page.goto('/?demo=1')
  await page.getByRole('banner').getByText('Demo', { exact: true }).waitFor()
  await cardOf(page, 'VFFS-2214').getByText('Running', { exact: true }).waitFor()
})

test('Every link and picture of the README leads to something', () => {
  expect(localLinks().filter((link) => !existsSync(join(repository, link)))).toEqual([])
})
