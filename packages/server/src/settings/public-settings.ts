import { LOGO, type LoginOption } from '@packhouse/contract'
import { takesPasskeys } from '../access/area.ts'
import type { HandlersOf } from '../engine/handlers.ts'
import type { InstallationSettings } from '../platform/settings/installation-settings.ts'

/** @param loginOptions what of the configured ways to sign in there is */
export function publicSettingsHandlers(
  settings: InstallationSettings,
  publicUrl: string,
  loginOptions: (configured: readonly LoginOption[]) => Promise<LoginOption[]>,
): HandlersOf<'publicSettings'> {
  const passkeys = takesPasskeys(publicUrl)
  return {
    async publicSettings() {
      const options = await loginOptions(settings.read('login.options'))
      return {
        productTitle: settings.read('product.title'),
        docsUrl: settings.read('product.docsUrl'),
        cmmsUrl: settings.read('product.cmmsUrl'),
        logo: settings.read(LOGO),
        colours: {
          bar: settings.read('product.barColour'),
          accent: settings.read('product.accent'),
          accentDark: settings.read('product.accentDark'),
        },
        recordsUsage: settings.read('analytics.mode') !== 'off',
        temperature: settings.read('region.temperature'),
        login: {
          title: settings.read('login.title'),
          icon: settings.read('login.icon'),
          banner: settings.read('login.banner'),
          backgroundImage: settings.read('login.background'),
          options,
          address: new URL(publicUrl).origin,
          passkeys,
          texts: {
            basic: settings.read('login.textBasic'),
            okta: settings.read('login.textOkta'),
            cmms: settings.read('login.textCmms'),
            'core-cmms': settings.read('login.textCoreCmms'),
          },
        },
      }
    },
  }
}
