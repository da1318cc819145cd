import { createHash } from 'node:crypto'
import type { Config } from '../platform/config.ts'
import type { InstallationSettings } from '../platform/settings/installation-settings.ts'

/** The headers of every answer: no foreign content, no framing, no sniffing, no referrer. */
export function securityHeaders(config: Config, settings: InstallationSettings): Record<string, string> {
  const images = imageOrigins(settings)
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      // blob: is for private images, which the page fetches with its token.
      `img-src 'self' data: blob:${images}`,
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      // The policies of the web: each names one file of our own, of the thread that draws PDFs and of the worker that shows notifications.
      'trusted-types pdf-worker push-worker',
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    ...(config.publicUrl.startsWith('https:') ? { 'strict-transport-security': strictTransport(config) } : {}),
  }
}

/** Hosts below this one are held to https too unless the configuration says that some of them do without. */
function strictTransport({ hstsSubdomains }: Config): string {
  return hstsSubdomains ? 'max-age=31536000; includeSubDomains' : 'max-age=31536000'
}

/** The documentation page brings its own styles and one inline script, which is admitted by its hash and nothing else. */
export function documentationPolicy(config: Config, settings: InstallationSettings, page: string): string {
  const inline = [...page.matchAll(/<script[^>]*>([^<]+)<\/script>/g)].map(([, script = '']) => {
    return ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`
  })
  return (securityHeaders(config, settings)['content-security-policy'] ?? '')
    .replace("script-src 'self'", `script-src 'self'${inline.join('')}`)
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace(/; require-trusted-types-for [^;]*; trusted-types [^;]*/, '')
}

/** Only the images that the settings name may come from elsewhere. */
function imageOrigins(settings: InstallationSettings): string {
  const outside = [settings.read('login.icon'), settings.read('login.background')].filter((link) =>
    link?.startsWith('http'),
  )
  return [...new Set(outside.map((link) => ` ${new URL(link ?? '').origin}`))].join('')
}
