import { existsSync } from 'node:fs'
import npmChromium from '@sparticuz/chromium'

const SYSTEM_CHROMIUMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The one that `CHROMIUM` names, the system's, or the one inside the npm package, which is unpacked when it is first asked
 * for: not by two processes at once.
 */
export async function findChromium(): Promise<string> {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  return SYSTEM_CHROMIUMS.find((path) => existsSync(path)) ?? (await npmChromium.executablePath())
}
