import type { LoginOption } from '@packhouse/contract'
import { takesPasskeys } from '../access/area.ts'
import type { HandlersOf } from '../engine/handlers.ts'
import type { Config } from '../platform/config.ts'

/** @param loginOptions what of the configured ways to sign in there is */
export function settingsHandlers(
  config: Config,
  loginOptions: (configured: readonly LoginOption[]) => Promise<LoginOption[]>,
): HandlersOf<'publicSettings'> {
  const { productTitle, docsUrl, cmmsUrl, login } = config
  const recordsUsage = config.analytics !== 'off'
  const passkeys = takesPasskeys(config.publicUrl)
  return {
    async publicSettings() {
      const options = await loginOptions(login.options)
      return { productTitle, docsUrl, cmmsUrl, recordsUsage, login: { ...login, options, passkeys } }
    },
  }
}
