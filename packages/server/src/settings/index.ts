import { takesPasskeys } from '../access/index.ts'
import type { HandlersOf } from '../engine/handlers.ts'
import type { Config } from '../platform/config.ts'

export function settingsHandlers(config: Config): HandlersOf<'publicSettings'> {
  const { productTitle, docsUrl, cmmsUrl, login } = config
  const passkeys = takesPasskeys(config.publicUrl)
  return { publicSettings: () => ({ productTitle, docsUrl, cmmsUrl, login: { ...login, passkeys } }) }
}
