import { hasRoomInMemory } from '@packhouse/server/testing/temporary-folder'
import { type Browser, chromium } from 'playwright-core'
import { findChromium } from './chromium.ts'

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
