import { defineConfig } from 'vitest/config'

/**
 * Files of a worker share what they import: to load the product anew for each of 200 files took half of the time, and no
 * test replaces a module.
 */
const shared = { isolate: false }

/** Tests in a browser, one after the other on products of their own. */
function browserProject(name: string, files: { include: string[] }) {
  return {
    test: {
      ...shared,
      name,
      ...files,
      globalSetup: ['e2e/src/global-setup.ts'],
      testTimeout: 120_000,
      hookTimeout: 120_000,
      maxWorkers: 1,
    },
  }
}

/**
 * `unit` needs nothing; `api` starts one PostgreSQL for all its workers; `e2e` and `office` start a browser and products
 * each: for what people of customers see, and for the back office and accounts.
 */
export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'packages/*/src/**/*.test.tsx'],
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...shared,
          name: 'api',
          include: ['packages/server/test/**/*.test.ts'],
          globalSetup: ['packages/server/test/support/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      browserProject('e2e', { include: ['e2e/test/*.test.ts'] }),
      browserProject('office', { include: ['e2e/test/office/*.test.ts'] }),
    ],
  },
})
