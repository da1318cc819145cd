import { existsSync } from 'node:fs'
import { hasRoomInMemory } from '@packhouse/server/testing/temporary-folder'
import npmChromium from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

const SYSTEM_CHROMIUMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Nothing but the loopback can be reached, and the browser calls nobody by itself. */
const OFFLINE = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--no-pings',
  '--no-first-run',
]

/** Starts a Chromium of this process. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await findChromium(),
    headless: true,
    // Chromium refuses to build its sandbox for root.
    chromiumSandbox: process.getuid?.() !== 0,
    // Playwright has Chromium keep what its processes share on the disk, because containers often have no other place.
    ignoreDefaultArgs: (await hasRoomInMemory()) ? ['--disable-dev-shm-usage'] : [],
    args: [...OFFLINE, '--font-render-hinting=none', '--force-color-profile=srgb'],
  })
}

/** The one that `CHROMIUM` names, the system's, or the one inside the npm package. */
async function findChromium(): Promise<string> {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  return SYSTEM_CHROMIUMS.find((path) => existsSync(path)) ?? (await npmChromium.executablePath())
}
