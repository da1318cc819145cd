import { prepareTests } from './testing/prepare.mjs'
import { runSuite } from './testing/run-suite.mjs'
import { long } from './testing/suites.mjs'

/** `npm run test:long`: what takes minutes, starts many processes or breaks their world (`*.long.test.ts`), and what is out of the gate (tests/unsteady.md). */
prepareTests()
process.exitCode = (await runSuite(long, { args: process.argv.slice(2) })) ? 0 : 1
