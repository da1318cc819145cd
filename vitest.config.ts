import { defineConfig } from 'vitest/config'
import { filesOutOfGate } from './scripts/testing/unsteady.mjs'

/**
 * Files of a worker share what they import: to load the product anew for each of 200 files took half of the time. Those that
 * replace a module, or start the product as a process and need nothing of it here, are named `*.isolated.test.ts` and load
 * all for themselves.
 */
const shared = { isolate: false }
const isolated = 'packages/server/test/**/*.isolated.test.ts'

/** What takes minutes, starts many processes or breaks their world is left to `npm run test:long`, and so is what is not steady. */
const longFiles = '**/*.long.test.ts'
const outOfGate = filesOutOfGate()
const notInGate = [longFiles, ...outOfGate]

/** What takes longer hangs. Whatever a test waits for counts its looks; this limit is for what never looks again, on the busiest machine. */
const HANGING_MS = 900_000
const patient = { testTimeout: HANGING_MS, hookTimeout: HANGING_MS, expect: { poll: { timeout: HANGING_MS } } }

/** MB for what is new: hundreds of files in one process make much that soon is garbage, and collecting it took a tenth of the time. */
const YOUNG_MB = 64
const execArgv = [`--max-semi-space-size=${YOUNG_MB}`]

/** Tests that start nothing. Those of the web are apart: in one process the server's language and the page's would be one. */
function plainProject(name: string, files: { include: string[] }) {
  return { test: { ...shared, name, ...files, exclude: notInGate, execArgv, ...patient, maxWorkers: 1 } }
}

/** Tests of the server with a PostgreSQL for all their workers. */
function serverProject(name: string, files: { include: string[]; exclude?: string[]; isolate: boolean }) {
  return {
    test: {
      name,
      ...files,
      execArgv,
      globalSetup: ['packages/server/test/support/global-setup.ts'],
      setupFiles: process.env.LATE_SIGNALS === 'on' ? ['packages/server/test/support/late-signals.ts'] : [],
      ...patient,
      maxWorkers: 1,
    },
  }
}

/** Tests in a browser, one after the other on products of their own. */
function browserProject(name: string, files: { include: string[]; exclude?: string[] }) {
  return {
    test: {
      ...shared,
      name,
      ...files,
      execArgv,
      globalSetup: ['e2e/src/global-setup.ts'],
      ...patient,
      maxWorkers: 1,
    },
  }
}

/**
 * `unit` and `web` need nothing; `api` and `isolated` start a PostgreSQL; `e2e` and `office` start a browser and products
 * each: for what people of customers see with all accounts, and for the back office. `long` and `long-browser` are no part of the gate.
 */
export default defineConfig({
  test: {
    reporters: ['default'],
    // Products and databases that are stopped at the end take their time too.
    teardownTimeout: HANGING_MS,
    tags: [
      {
        name: 'long',
        description:
          'Left to `npm run test:long`: no main job of an area, and nothing that signs, bills, leaks or loses.',
      },
    ],
    projects: [
      plainProject('unit', {
        include: ['packages/!(web)/src/**/*.test.ts', 'bench/src/**/*.test.ts', 'scripts/**/*.test.ts'],
      }),
      plainProject('web', { include: ['packages/web/src/**/*.test.{ts,tsx}'] }),
      serverProject('api', {
        ...shared,
        include: ['packages/server/test/**/*.test.ts'],
        exclude: [isolated, ...notInGate],
      }),
      serverProject('isolated', { isolate: true, include: [isolated], exclude: notInGate }),
      browserProject('e2e', { include: ['e2e/test/*.test.ts'], exclude: notInGate }),
      browserProject('office', { include: ['e2e/test/office/*.test.ts'], exclude: notInGate }),
      serverProject('long', {
        isolate: true,
        include: ['packages/**/*.long.test.ts', ...outOfGate.filter(isOfServer)],
      }),
      browserProject('long-browser', {
        include: ['e2e/test/**/*.long.test.ts', ...outOfGate.filter((file) => !isOfServer(file))],
      }),
    ],
  },
})

function isOfServer(file: string): boolean {
  return file.startsWith('packages/')
}
