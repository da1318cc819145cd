import { spawn } from 'node:child_process'
import { compileCache, ensureInstalled, pinnedNode, root, run } from './install.mjs'

/** `npm start`: installs what is missing, builds the web if it changed, and runs the product until it is stopped. */
const development = process.argv.includes('--dev')

ensureInstalled()
if (!development) run(pinnedNode, ['scripts/build-web.ts'])

const children = [
  launch(
    [...(development ? ['--watch'] : []), 'packages/server/src/main.ts'],
    ['inherit', 'inherit', 'inherit', 'ipc'],
  ),
]
if (development) children.push(launch(['node_modules/vite/bin/vite.js', 'packages/web'], 'inherit'))

for (const child of children) {
  child.on('exit', (code, signal) => {
    for (const other of children) if (other !== child) other.kill('SIGTERM')
    process.exitCode = code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)
  })
}

// Ctrl-C reaches the children by itself; a signal to this process alone is passed on. Either way they stop in order.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => stop())
process.on('SIGHUP', () => stop())

// Nobody tells a process that its parent was killed; a changed parent does.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) stop()
}, 500).unref()

function stop() {
  for (const child of children) child.kill('SIGTERM')
}

/**
 * @param {string[]} args
 * @param {import('node:child_process').StdioOptions} stdio
 */
function launch(args, stdio) {
  return spawn(pinnedNode, args, { cwd: root, stdio, env: { NODE_COMPILE_CACHE: compileCache, ...process.env } })
}
