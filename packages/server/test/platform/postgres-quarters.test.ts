import { mkdir, readlink, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { quartersFor } from '../../src/platform/postgres-quarters.ts'
import { makeVolatileFolder } from '../support/temporary-folder.ts'

// Only root runs PostgreSQL as somebody else.
test.runIf(userInfo().uid === 0)(
  'the database of a root whose folder is closed lies where its user can enter',
  async () => {
    const folder = await makeVolatileFolder('quarters')
    try {
      const dataDir = join(folder.path, 'closed', 'data')
      await mkdir(join(folder.path, 'closed'), { mode: 0o700 })
      const { home, identity } = await quartersFor(dataDir, join(folder.path, 'public', 'packhouse'))
      expect(await readlink(join(dataDir, 'postgres'))).toBe(home)
      expect(await stat(home)).toMatchObject({ uid: identity.uid, gid: identity.gid })
      expect((await stat(home)).mode & 0o777).toBe(0o700)
      for (const made of [dirname(home), join(folder.path, 'public')]) expect((await stat(made)).mode & 0o001).toBe(1)
    } finally {
      await folder.remove()
    }
  },
)
