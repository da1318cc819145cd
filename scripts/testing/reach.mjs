/**
 * @typedef {{ project: string, paths: string[] }} Reached tests of a project below these paths
 * @typedef {{ runs: Reached[], isAll: boolean }} Reach `isAll`: something changed on which everything may stand
 */

/** What nothing that runs is made of. */
const DOCUMENT = /\.md$|^docs\/|^LICENSE/

/** Folders of packages whose tests lie beside what they test. */
const BESIDE = /^(?:packages\/simulator\/src|bench\/src|scripts)\//

/** An area of the server or of the contract: its first folder. */
const AREA = /^packages\/(?:contract|server)\/(?:src|test)\/(?<area>[^/]+)\//

/** What the tests of all areas stand on. */
const SHARED_AREAS = new Set(['engine', 'platform', 'http', 'support'])

/**
 * Which tests the changes of these files reach. An area reaches its own tests, wherever they lie; what others make of it is left to `npm test`.
 * @param {readonly string[]} changed paths from the root
 * @param {(path: string) => boolean} exists
 * @returns {Reach}
 */
export function reachOf(changed, exists) {
  /** @type {Map<string, Set<string>>} */
  const reached = new Map()
  /** @param {string} project @param {string} path */
  const reach = (project, path) => reached.set(project, (reached.get(project) ?? new Set()).add(path))
  let isAll = false
  for (const path of changed.filter((path) => !DOCUMENT.test(path))) {
    const area = AREA.exec(path)?.groups?.area
    if (path.startsWith('packages/web/')) reach('web', 'packages/web/src')
    else if (path.startsWith('packages/messages/')) reach('web', 'packages/web/src')
    else if (path.startsWith('e2e/test/')) reach(path.startsWith('e2e/test/office/') ? 'office' : 'e2e', path)
    else if (BESIDE.test(path))
      reach(
        'unit',
        path
          .split('/')
          .slice(0, path.startsWith('packages/') ? 3 : 1)
          .join('/'),
      )
    else if (area !== undefined && !SHARED_AREAS.has(area) && exists(`packages/server/test/${area}`)) {
      reach('api', `packages/server/test/${area}/`)
      for (const place of ['server', 'contract']) {
        const folder = `packages/${place}/src/${area}/`
        if (exists(folder)) reach('unit', folder)
      }
    } else isAll = true
  }
  return { isAll, runs: [...reached].map(([project, paths]) => ({ project, paths: [...paths].sort() })) }
}
