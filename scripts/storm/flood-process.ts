import { constants, setPriority } from 'node:os'
import { floods } from './floods.ts'
import type { Target } from './target.ts'

/** One part of a flood, in its own process so that it takes no time of those who measure. */
const [name = '', part = '', target = '{}', until = '0'] = process.argv.slice(2)
// A flood from other machines takes no processor time of the server; beside it, it gets what the server and its database leave.
setPriority(constants.priority.PRIORITY_LOW)
const flood = floods[name]?.[part]
if (flood === undefined) throw new Error(`There is no flood ${name} ${part}.`)
process.stdout.write(await flood(JSON.parse(target) as Target, Number(until)))
process.exit(0)
