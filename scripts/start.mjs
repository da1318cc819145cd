import { spawn } from 'node:child_process'
import { memoryOfCLibrary } from './c-library.mjs'
import { compileCache, ensureInstalled, pinnedNode, root, run } from './install.mjs'
import { Supervision } from './supervision.mjs'

/**
 * `npm start`: installs what is missing, builds the web if it changed, and runs the product until it is stopped. A server that
 * crashes is started again. With `--dev` Node does that, when a file changes. Other words, such as `--role api`, are for the server.
 */
const development = process.argv.includes('--dev')
const serverWords = process.argv.slice(2).filter((word) => word !== '--dev')
const supervision = new Supervision()

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set()
/** @type {NodeJS.Timeout | undefined} */
let nextStart
let stopping = false

ensureInstalled()
if (!development) run(pinnedNode, ['scripts/build-web.ts'])
startServer()
if (development) launch(['node_modules/vite/bin/vite.js', 'packages/web'], 'inherit').on('exit', endAll)

// Ctrl-C reaches the children by itself; a signal to this process alone is passed on. Either way they stop in order.
process.on('SIGINT', () => startNoMore())
process.on('SIGTERM', () => stop())
process.on('SIGHUP', () => stop())

// No signal informs a process that its parent was killed; a changed parent id does.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) stop()
}, 500).unref()

function startServer() {
  const watch = development ? ['--watch'] : []
  const server = launch(
    [...watch, 'packages/server/src/main.ts', ...serverWords],
    ['inherit', 'inherit', 'inherit', 'ipc'],
  )
  let readyAt = Number.POSITIVE_INFINITY
  server.on('message', () => {
    readyAt = performance.now()
  })
  server.on('exit', (code, signal) => {
    if (stopping || development) return endAll(code, signal)
    const next = supervision.after({ code, signal, ranMs: Math.max(0, performance.now() - readyAt) })
    if (next.words !== undefined) console.error(next.words)
    if ('pauseMs' in next) nextStart = setTimeout(startServer, next.pauseMs)
    else process.exitCode = next.exitCode
  })
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
function endAll(code, signal) {
  stop()
  process.exitCode = code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)
}

function stop() {
  startNoMore()
  for (const child of children) child.kill('SIGTERM')
}

function startNoMore() {
  stopping = true
  clearTimeout(nextStart)
}

/**
 * @param {string[]} args
 * @param {import('node:child_process').StdioOptions} stdio
 */
function launch(args, stdio) {
  const env = { NODE_COMPILE_CACHE: compileCache, ...memoryOfCLibrary, ...process.env }
  const child = spawn(pinnedNode, args, { cwd: root, stdio, env })
  children.add(child)
  return child.on('exit', () => children.delete(child))
}
