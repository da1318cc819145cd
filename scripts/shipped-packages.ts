/** A package of the lock file, as far as it is looked at here. */
export interface Locked {
  version?: string
  /** Where a link leads: the folder of one of our own packages. */
  resolved?: string
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  hasInstallScript?: boolean
}

export interface LockFile {
  packages: Record<string, Locked>
}

/** What is stored of a look at the packages that are shipped, in `docs/security/shipped-packages.json`. */
export interface PackageRecord {
  /** The day on which all of them were older than so many days. */
  checkedOn: string
  leastAgeDays: number
  /** The day on which the registry named no advisory for them; null where it never was asked with an answer. */
  advisoriesAskedOn: string | null
  /** The day on which public threads about security updates were read for packages that read what others send: no whole list, for that the registry has to be asked. */
  fixesReadOn: string
  /** What they said: the first version without these holes. */
  fixesKnown: Record<string, { fixedIn: string; of: string; source: string }>
  /** Packages of tests that must never be shipped, and why. */
  developmentOnly: Record<string, string>
  /** `name@version`. */
  shipped: string[]
}

/** Whose dependencies are in the images, or in the web that is sent. */
const SHIPPED = ['', 'packages/server', 'packages/simulator', 'packages/web']
const MODULES = 'node_modules/'

/** @returns the places in the lock file of everything that the product is shipped with, ours left out */
export function shippedPlaces({ packages }: LockFile): string[] {
  const found = new Set<string>()
  const waiting = [...SHIPPED]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[place] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      // What is optional and for none of our systems is not in the lock file.
      const next = placeOf(packages, place, name)
      if (next === undefined || found.has(next)) continue
      found.add(next)
      waiting.push(packages[next]?.resolved !== undefined && packages[next]?.link ? packages[next].resolved : next)
    }
  }
  return [...found].filter((place) => !packages[place]?.link).sort()
}

/** Where Node finds a package from a place: in its own folder, or in the nearest one above. */
function placeOf(packages: LockFile['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}${MODULES}${name}`
    if (place in packages) return place
    if (folder === '') return undefined
  }
}

/** `name@version`, as advisories name it. */
export function namedVersion({ packages }: LockFile, place: string): string {
  return `${place.slice(place.lastIndexOf(MODULES) + MODULES.length)}@${packages[place]?.version}`
}
