import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startDatabaseServer } from '@packhouse/server/testing'
import { SNAPSHOTS, snapshotOfRelease, snapshotVersions } from '@packhouse/server/testing/release-snapshot'

/** `npm run release:snapshot`: stores the database of this version for the tests of later ones. A stored one never changes. */
const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../packages/server/package.json'), 'utf8'))
if ((await snapshotVersions()).includes(version)) {
  console.error(
    `There is a snapshot of ${version} in ${SNAPSHOTS}, and it never changes. Set the version of the next release first.`,
  )
  process.exitCode = 1
} else {
  const server = await startDatabaseServer()
  try {
    console.log(
      `Stored: the snapshot of ${version}, ${Math.ceil((await snapshotOfRelease(server.url, version)) / 1_000)} kB.`,
    )
  } finally {
    await server.stop()
  }
}
