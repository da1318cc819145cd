import { makeTemporaryFolder, makeVolatileFolder } from '@packhouse/server/testing/temporary-folder'

/** A new folder on the disk, for what is about data that survive a process that was killed. */
export async function temporaryFolder(): Promise<string> {
  return (await makeTemporaryFolder('e2e')).path
}

/** A new folder for everything else, in memory where there is room. */
export async function volatileFolder(): Promise<string> {
  return (await makeVolatileFolder('e2e')).path
}
