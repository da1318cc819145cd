import { spawnSync } from 'node:child_process'
import { pinnedNode, repository } from './repository.ts'

/** Builds the web unless it is built. @throws Error when that fails; the build has said why */
export function buildWeb(): void {
  const { status } = spawnSync(pinnedNode, ['scripts/build-web.ts'], { cwd: repository, stdio: 'inherit' })
  if (status !== 0) throw new Error('The web could not be built.')
}
