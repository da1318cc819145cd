/** Browsers by the token that only they have; those that also carry the token of another come before it. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A user agent in plain words: `Firefox on Windows`, or the name of another program as it calls itself. */
export function programName(userAgent: string | null): string {
  return browserName(userAgent) ?? /^[\w.-]{1,40}/.exec(userAgent ?? '')?.[0] ?? 'Unknown program'
}

/** The browser and the system, in words of ours alone; undefined if it is another program. */
export function browserName(userAgent: string | null): string | undefined {
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser === undefined || system === undefined) return browser
  return `${browser} on ${system}`
}
