import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Ours that run in an image; the web is sent as files. */
const RUN = ['.', 'packages/server', 'packages/simulator']

/**
 * The installed packages that nothing needs that runs. `npm ci --omit=dev` leaves them where tests use what another of our packages ships.
 * @param {string} packages an absolute `node_modules` @returns {string[]} their folders
 */
export function unreachedPackages(packages) {
  const root = realpathSync(dirname(packages))
  const reached = new Set()
  const waiting = RUN.map((name) => join(root, name))
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (reached.has(folder)) continue
    reached.add(folder)
    const { dependencies, optionalDependencies, peerDependencies } = manifestOf(folder)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = placeOf(root, folder, name)
      if (found !== undefined) waiting.push(found)
    }
  }
  return packageFolders(join(root, 'node_modules')).filter((folder) => !reached.has(folder))
}

/**
 * @param {string} folder a `node_modules` @returns {string[]} the packages in it and in their own `node_modules`, without links to our own packages
 */
export function packageFolders(folder) {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'))
  const own = names
    .flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(join(folder, name)).map((part) => join(folder, name, part))
        : [join(folder, name)],
    )
    .filter((one) => lstatSync(one).isDirectory())
  return own.flatMap((one) => [one, ...packageFolders(join(one, 'node_modules'))])
}

/**
 * Where Node finds a package: in the nearest `node_modules` above. What is optional and for another system is nowhere.
 * @param {string} root @param {string} from @param {string} name @returns {string | undefined}
 */
function placeOf(root, from, name) {
  for (let folder = from; folder.startsWith(root); folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name)
    if (existsSync(place)) return realpathSync(place)
  }
  return undefined
}

/** @param {string} folder */
function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
