import { ensureInstalled, run } from './install.mjs'
import { prepareTests } from './testing/prepare.mjs'
import { runSuite } from './testing/run-suite.mjs'
import { gate } from './testing/suites.mjs'

/** `npm test`, the gate: installs what is missing, then every check (types, style, import rules, dead code, texts) and all tests but the long ones. */
ensureInstalled()
run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['run', '--silent', 'check'])
prepareTests()
process.exitCode = (await runSuite(gate, { args: process.argv.slice(2) })) ? 0 : 1
