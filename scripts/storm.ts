import { parseArgs } from 'node:util'
import { sampleAccounts } from '@packhouse/contract'
import { floodNames } from './storm/floods.ts'
import { openDescriptors, processIdOf } from './storm/machine.ts'
import { runStorm } from './storm/run.ts'

const usage = `Floods a running product in every known way and prints whether it continues to serve.

  node scripts/storm.ts --url http://127.0.0.1:3000 --mqtt 127.0.0.1:1883 --pid 4711 --password <sample password>

  --url        where the product is found
  --mqtt       host and port of its MQTT broker
  --pid        process of the server; without it neither its memory is printed nor what its event loop had of the processors
  --password   of the sample accounts: customer@ looks at the overview, other@ floods, staff@ imports and renders, and reads what was refused
  --seconds    how long each flood lasts (60)
  --floods     which, separated by commas: ${floodNames.join(', ')} (all)

Each kind of connection of the flood 'slow' is its own process with 5,000 file descriptors ('ulimit -n' of 6000), and the server
needs as many as its limits of connections allow. On a separate machine the floods come from 127.0.0.2 and up, the others from 127.0.0.1.
`

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    mqtt: { type: 'string', default: '127.0.0.1:1883' },
    pid: { type: 'string' },
    password: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    floods: { type: 'string', default: floodNames.join(',') },
  },
})

if (values.url === undefined || values.password === undefined) {
  process.stderr.write(usage)
  process.exit(2)
}
const accountOf = (name: string) => sampleAccounts.find(({ email }) => email.startsWith(`${name}@`))?.email ?? name
const report = await runStorm({
  target: {
    url: values.url,
    mqtt: values.mqtt,
    password: values.password,
    attacker: accountOf('other'),
    staff: accountOf('staff'),
  },
  watcher: accountOf('customer'),
  pid: processIdOf(values.pid),
  seconds: Number(values.seconds),
  floods: values.floods.split(','),
  say: (line) => process.stdout.write(`${line}\n`),
  descriptors: openDescriptors(),
})
process.exit(report.every(({ isWithinTarget }) => isWithinTarget) ? 0 : 1)
