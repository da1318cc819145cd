import { access } from '../access/area.ts'
import { defineArea } from '../engine/area.ts'
import { settingsHandlers } from './public-settings.ts'

/** What the installation is set to. */
export const settings = defineArea({
  name: 'settings',
  create: ({ config }, use) => ({
    provides: undefined,
    handlers: settingsHandlers(config, use(access).loginOptions),
  }),
})
