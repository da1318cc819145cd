import { mayMakeNamespaces, runNamespaces } from '@packhouse/server/testing'
import type { FaultPart } from './part.ts'

/** Starts products in containers of their own on one data folder. */
export const namespaces: FaultPart = {
  name: 'namespaces',
  about: 'two products with process numbers of their own on one data folder, and one beside a PostgreSQL left behind',
  rounds: 20,
  run: async (options) => {
    if (!(await mayMakeNamespaces())) {
      return {
        passed: false,
        summary: 'not run: this user may not make namespaces (unshare); start it as root on Linux',
      }
    }
    const { pairs, both, acknowledged, found } = await runNamespaces(options)
    return {
      passed: both === 0 && acknowledged === found,
      summary: `${both} of ${pairs} pairs both had the folder; ${acknowledged} records acknowledged, ${found} found`,
    }
  },
}
