import { access } from '../access/area.ts'
import { defineArea } from '../engine/area.ts'
import { publicSettingsHandlers } from './public-settings.ts'
import { SettingPictures } from './setting-pictures.ts'
import { settingHandlers } from './settings.actions.ts'

/** What the installation is set to. */
export const settings = defineArea({
  name: 'settings',
  create: ({ config, database, fileCheck, settings: values }, use) => ({
    provides: undefined,
    handlers: {
      ...publicSettingsHandlers(values, config.publicUrl, use(access).loginOptions),
      ...settingHandlers({
        db: database.system,
        settings: values,
        pictures: new SettingPictures(database.system, fileCheck),
      }),
    },
  }),
})
